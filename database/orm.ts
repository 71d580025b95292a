import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import pg, { type Pool } from 'pg';
import { AddressSchema } from './entities/address.ts';
import { ApiKeySchema } from './entities/api-key.ts';
import { AssetSchema } from './entities/asset.ts';
import { AuditEntrySchema, AuditHeadSchema } from './entities/audit-entry.ts';
import { BatchSchema, RenderTurnSchema } from './entities/batch.ts';
import { BulkActionSchema } from './entities/bulk-action.ts';
import { CertificateSchema, VerificationCountSchema, VerificationDaySchema } from './entities/certificate.ts';
import { CreditBalanceSchema, CreditEntrySchema } from './entities/credit.ts';
import { EmailSchema } from './entities/email.ts';
import { EventHeadSchema, EventSchema } from './entities/event.ts';
import { FileSchema } from './entities/file.ts';
import { FontSchema, TemplateFontSchema } from './entities/font.ts';
import { IntegrityFindingSchema, IntegrityPassSchema } from './entities/integrity.ts';
import { KeySchema } from './entities/key.ts';
import { LogCopySchema, LogHeadSchema, LogLeafSchema, LogRestoreSchema, LogTileSchema } from './entities/log.ts';
import { MailPaceSchema, MailTurnSchema } from './entities/mail-pace.ts';
import { InvitationSchema, MemberSchema } from './entities/member.ts';
import { OrganisationSchema } from './entities/organisation.ts';
import { RecipientSchema } from './entities/recipient.ts';
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
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrations.ts';
import { connectionOptions, type Limits } from './pool.ts';

export type { EntityManager, MikroORM };

/** Every table of ours. */
export const ENTITIES = [
  AddressSchema,
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
  EventHeadSchema,
  EventSchema,
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
  RecipientSchema,
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
      migrationsList: MIGRATIONS,
      snapshot: false,
      silent: true,
      // Each in a transaction of its own: an index that is made concurrently would wait for one around all of them.
      allOrNothing: false,
    },
  });
}
