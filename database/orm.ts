import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { ApiKey } from './entities/api-key.ts';
import { Batch } from './entities/batch.ts';
import { Certificate } from './entities/certificate.ts';
import { Organisation } from './entities/organisation.ts';
import { Template, TemplateVersion } from './entities/template.ts';
import { Webhook, WebhookDelivery } from './entities/webhook.ts';
import { Migration20261121000000 } from './migrations/Migration20261121000000.ts';
import { Migration20261121090000 } from './migrations/Migration20261121090000.ts';
import { Migration20261121120000 } from './migrations/Migration20261121120000.ts';
import { Migration20261121180000 } from './migrations/Migration20261121180000.ts';
import { Migration20261121193000 } from './migrations/Migration20261121193000.ts';
import { Migration20261121194500 } from './migrations/Migration20261121194500.ts';
import { Migration20261121200000 } from './migrations/Migration20261121200000.ts';
import { CONNECTION, guardPool, type Limits } from './pool.ts';

export type { EntityManager, MikroORM };

const entities = [ApiKey, Batch, Certificate, Organisation, Template, TemplateVersion, Webhook, WebhookDelivery];
const migrations = [
  Migration20261121000000,
  Migration20261121090000,
  Migration20261121120000,
  Migration20261121180000,
  Migration20261121193000,
  Migration20261121194500,
  Migration20261121200000,
];

/** Connections a process holds at the most; hot rows get slower with more (docs/architecture.md). */
const POOL_SIZE = 10;

/** Opens the pool that the process's entity managers share. Connects on first use. */
export async function openDatabase(databaseUrl: string, limits: Limits = {}): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities,
    extensions: [Migrator],
    pool: { min: 0, max: POOL_SIZE },
    driverOptions: { ...CONNECTION, ...limits, onPoolCreated: (pool: Pool) => guardPool(pool, limits) },
    migrations: {
      tableName: 'laurel_migrations',
      migrationsList: migrations.map((migration) => ({ name: migration.name, class: migration })),
      snapshot: false,
      silent: true,
    },
  });
}
