import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, IsolationLevel, MikroORM } from '@mikro-orm/postgresql';
import pg, { type Pool } from 'pg';
import { AddressSchema } from './entities/address.ts';
import { ApiKeySchema } from './entities/api-key.ts';
import { AssetSchema } from './entities/asset.ts';
import { AuditEntrySchema, AuditHeadSchema } from './entities/audit-entry.ts';
import { BatchSchema, RenderTurnSchema } from './entities/batch.ts';
import { BulkActionSchema } from './entities/bulk-action.ts';
import {
  CertificateSchema,
  CertificateTagSchema,
  VerificationCountSchema,
  VerificationDaySchema,
} from './entities/certificate.ts';
import { CertificateRevisionSchema } from './entities/certificate-revision.ts';
import { CorrectionRequestSchema } from './entities/correction-request.ts';
import { CreditBalanceSchema, CreditEntrySchema } from './entities/credit.ts';
import { DkimKeySchema } from './entities/dkim-key.ts';
import { EmailSchema } from './entities/email.ts';
import { EventHeadSchema, EventSchema } from './entities/event.ts';
import { DigestReaderSchema, ExpirySchema, ReminderStopSchema } from './entities/expiry.ts';
import { FileSchema } from './entities/file.ts';
import { FontSchema, TemplateFontSchema } from './entities/font.ts';
import { ImportAllowanceSchema, ImportFileSchema } from './entities/import.ts';
import { IntegrityFindingSchema, IntegrityPassSchema } from './entities/integrity.ts';
import { KeySchema } from './entities/key.ts';
import { LibraryPictureSchema } from './entities/library-picture.ts';
import { LogCopySchema, LogHeadSchema, LogLeafSchema, LogRestoreSchema, LogTileSchema } from './entities/log.ts';
import { MailPaceSchema, MailTurnSchema } from './entities/mail-pace.ts';
import { InvitationSchema, MemberSchema } from './entities/member.ts';
import { MyAddressSchema, MyLinkSchema, MySessionSchema } from './entities/my.ts';
import { NumberCounterSchema, NumberSeriesSchema } from './entities/number-series.ts';
import { OrganisationSchema } from './entities/organisation.ts';
import { PersonSettingsSchema } from './entities/person-settings.ts';
import { RecipientMergeSchema, RecipientSchema } from './entities/recipient.ts';
import { IdempotencyKeySchema, RateLimitSchema } from './entities/request.ts';
import { CapturedMailSchema, SandboxClockSchema } from './entities/sandbox.ts';
import { SavedFilterSchema } from './entities/saved-filter.ts';
import { SealSchema } from './entities/seal.ts';
import { ShareLinkSchema } from './entities/share-link.ts';
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
import { readDay, readTime } from './read-time.ts';

export { type EntityManager, IsolationLevel, type MikroORM };

/** All tables of Laurel. */
export const ENTITIES = [
  AddressSchema,
  ApiKeySchema,
  AssetSchema,
  AuditEntrySchema,
  AuditHeadSchema,
  BatchSchema,
  BulkActionSchema,
  CertificateSchema,
  CertificateTagSchema,
  CreditBalanceSchema,
  CreditEntrySchema,
  DigestReaderSchema,
  EmailSchema,
  EventHeadSchema,
  EventSchema,
  DkimKeySchema,
  ExpirySchema,
  FileSchema,
  FontSchema,
  IdempotencyKeySchema,
  ImportAllowanceSchema,
  ImportFileSchema,
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
  MyAddressSchema,
  MyLinkSchema,
  MySessionSchema,
  NumberCounterSchema,
  NumberSeriesSchema,
  CertificateRevisionSchema,
  CorrectionRequestSchema,
  OrganisationSchema,
  RateLimitSchema,
  RecipientMergeSchema,
  RecipientSchema,
  ReminderStopSchema,
  RenderTurnSchema,
  PersonSettingsSchema,
  LibraryPictureSchema,
  CapturedMailSchema,
  SandboxClockSchema,
  SavedFilterSchema,
  SealSchema,
  ShareLinkSchema,
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
 * Type parsers of all queries. `pg` returns a Date for a timestamp; MikroORM's parsers would leave the text for its entities to convert.
 * All bigints are counts below 2^53, so they become numbers. Days stay texts, because a Date would have a time zone. Times are always
 * Dates.
 */
const VALUES = new pg.TypeOverrides();
VALUES.setTypeParser(pg.types.builtins.INT8, Number);
VALUES.setTypeParser(pg.types.builtins.DATE, readDay);
VALUES.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTime);

/** Maximum connections of a process. More would slow down updates of contended rows. */
const POOL_SIZE = 10;

/** Opens the connection pool of the process's entity managers. It connects on first use. */
export async function openDatabase(databaseUrl: string, limits: Limits = {}): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities: [...ENTITIES],
    extensions: [Migrator],
    pool: { min: 0, max: POOL_SIZE },
    driverOptions: {
      // MikroORM takes only host, port, user and database from its `clientUrl`, without parameters such as TLS.
      ...connectionOptions(databaseUrl, limits),
      types: VALUES,
      onPoolCreated: (pool: Pool) => guardPool(pool, limits, 'main'),
    },
    migrations: {
      tableName: MIGRATIONS_TABLE,
      migrationsList: MIGRATIONS,
      snapshot: false,
      silent: true,
      // Each in its own transaction. A concurrent index build would wait for a transaction around all of them.
      allOrNothing: false,
    },
  });
}
