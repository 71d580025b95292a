import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg, { type Pool } from 'pg';
import { AccountMailSchema } from './entities/account-mail.ts';
import { ApiKeySchema } from './entities/api-key.ts';
import { AssetSchema } from './entities/asset.ts';
import { AuditEntrySchema, AuditHeadSchema } from './entities/audit-entry.ts';
import { BatchSchema, RenderTurnSchema } from './entities/batch.ts';
import { BulkActionSchema } from './entities/bulk-action.ts';
import { CertificateSchema, VerificationCountSchema, VerificationDaySchema } from './entities/certificate.ts';
import { CreditBalanceSchema, CreditEntrySchema } from './entities/credit.ts';
import { EmailSchema } from './entities/email.ts';
import { FileSchema } from './entities/file.ts';
import { FontSchema, TemplateFontSchema } from './entities/font.ts';
import { IntegrityFindingSchema, IntegrityPassSchema } from './entities/integrity.ts';
import { KeySchema } from './entities/key.ts';
import { LogCopySchema, LogHeadSchema, LogLeafSchema, LogRestoreSchema, LogTileSchema } from './entities/log.ts';
import { MailPaceSchema, MailTurnSchema } from './entities/mail-pace.ts';
import { InvitationSchema, MemberSchema } from './entities/member.ts';
import { OrganisationSchema } from './entities/organisation.ts';
import { IdempotencyKeySchema, RateLimitSchema } from './entities/request.ts';
import { SealSchema } from './entities/seal.ts';
import { StatusListSchema } from './entities/status-list.ts';
import {
  TemplateDraftSchema,
  TemplateSchema,
  TemplateUsageSchema,
  TemplateVersionSchema,
} from './entities/template.ts';
import { WebhookAttemptSchema, WebhookDeliverySchema, WebhookSchema } from './entities/webhook.ts';
import { WorkerHeartbeatSchema } from './entities/worker-heartbeat.ts';
import { guardPool } from './guard-pool.ts';
import { Migration20261121000000 } from './migrations/Migration20261121000000.ts';
import { Migration20261121090000 } from './migrations/Migration20261121090000.ts';
import { Migration20261121120000 } from './migrations/Migration20261121120000.ts';
import { Migration20261121180000 } from './migrations/Migration20261121180000.ts';
import { Migration20261121193000 } from './migrations/Migration20261121193000.ts';
import { Migration20261121194500 } from './migrations/Migration20261121194500.ts';
import { Migration20261121200000 } from './migrations/Migration20261121200000.ts';
import { Migration20261122000000 } from './migrations/Migration20261122000000.ts';
import { Migration20261122010000 } from './migrations/Migration20261122010000.ts';
import { Migration20261122020000 } from './migrations/Migration20261122020000.ts';
import { Migration20261122100000 } from './migrations/Migration20261122100000.ts';
import { Migration20261123000000 } from './migrations/Migration20261123000000.ts';
import { Migration20261123010000 } from './migrations/Migration20261123010000.ts';
import { Migration20261125000000 } from './migrations/Migration20261125000000.ts';
import { Migration20261125010000 } from './migrations/Migration20261125010000.ts';
import { Migration20261125020000 } from './migrations/Migration20261125020000.ts';
import { Migration20261126000000 } from './migrations/Migration20261126000000.ts';
import { Migration20261127000000 } from './migrations/Migration20261127000000.ts';
import { Migration20261128000000 } from './migrations/Migration20261128000000.ts';
import { Migration20261129000000 } from './migrations/Migration20261129000000.ts';
import { Migration20261130000000 } from './migrations/Migration20261130000000.ts';
import { Migration20261130010000 } from './migrations/Migration20261130010000.ts';
import { Migration20261130020000 } from './migrations/Migration20261130020000.ts';
import { Migration20261130030000 } from './migrations/Migration20261130030000.ts';
import { Migration20261130040000 } from './migrations/Migration20261130040000.ts';
import { connectionOptions, type Limits } from './pool.ts';

export type { EntityManager, MikroORM };

/** Every table of ours. */
export const ENTITIES = [
  AccountMailSchema,
  ApiKeySchema,
  AssetSchema,
  AuditEntrySchema,
  AuditHeadSchema,
  BatchSchema,
  BulkActionSchema,
  CertificateSchema,
  CreditBalanceSchema,
  CreditEntrySchema,
  EmailSchema,
  FileSchema,
  FontSchema,
  IdempotencyKeySchema,
  IntegrityFindingSchema,
  IntegrityPassSchema,
  InvitationSchema,
  KeySchema,
  LogCopySchema,
  LogHeadSchema,
  LogLeafSchema,
  LogRestoreSchema,
  LogTileSchema,
  MailPaceSchema,
  MailTurnSchema,
  MemberSchema,
  OrganisationSchema,
  RateLimitSchema,
  RenderTurnSchema,
  SealSchema,
  StatusListSchema,
  TemplateDraftSchema,
  TemplateFontSchema,
  TemplateSchema,
  TemplateUsageSchema,
  TemplateVersionSchema,
  VerificationCountSchema,
  VerificationDaySchema,
  WebhookAttemptSchema,
  WebhookDeliverySchema,
  WebhookSchema,
  WorkerHeartbeatSchema,
] as const;

const MIGRATIONS = [
  Migration20261121000000,
  Migration20261121090000,
  Migration20261121120000,
  Migration20261121180000,
  Migration20261121193000,
  Migration20261121194500,
  Migration20261121200000,
  Migration20261122000000,
  Migration20261122010000,
  Migration20261122020000,
  Migration20261122100000,
  Migration20261123000000,
  Migration20261123010000,
  Migration20261125000000,
  Migration20261125010000,
  Migration20261125020000,
  Migration20261126000000,
  Migration20261127000000,
  Migration20261128000000,
  Migration20261129000000,
  Migration20261130000000,
  Migration20261130010000,
  Migration20261130020000,
  Migration20261130030000,
  Migration20261130040000,
];

/** The names of all migrations, in their order. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);
/** Where the names of those that are applied are. */
export const MIGRATIONS_TABLE = 'laurel_migrations';

/**
 * How values are read, in every query: `pg` itself gives a Date for a timestamp, where MikroORM's parsers leave the text for its
 * entities to convert. Each bigint of ours is a count and so below 2^53: a number.
 */
const VALUES = new pg.TypeOverrides();
VALUES.setTypeParser(pg.types.builtins.INT8, Number);

/** Connections of a process; rows that many update get slower with more. */
const POOL_SIZE = 10;

/** Opens the connection pool of the process's entity managers; it connects when it is first used. */
export async function openDatabase(databaseUrl: string, limits: Limits = {}): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities: [...ENTITIES],
    extensions: [Migrator],
    pool: { min: 0, max: POOL_SIZE },
    driverOptions: {
      // MikroORM takes host, port, user and database from its `clientUrl` alone, not its parameters, TLS above all.
      ...connectionOptions(databaseUrl, limits),
      types: VALUES,
      onPoolCreated: (pool: Pool) => guardPool(pool, limits, 'main'),
    },
    migrations: {
      tableName: MIGRATIONS_TABLE,
      migrationsList: MIGRATIONS.map((migration) => ({ name: migration.name, class: migration })),
      snapshot: false,
      silent: true,
      // Each in a transaction of its own: an index that is made concurrently would wait for one around all of them.
      allOrNothing: false,
    },
  });
}
