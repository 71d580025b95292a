import type { Row, Tables } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { canonicalJson } from './crypto.ts';
import { holds } from './holds.ts';

/**
 * Columns that the `mac` of each table covers: all that grant access, send, sign or decide something. They include the row's key, so that a
 * code is valid for one row of one organisation only. Not covered: counters, times of use, and the state of a rendering, which follows from
 * the sealed files.
 */
export const COVERED = {
  addresses: ['number', 'url', 'fromAt', 'untilAt'],
  api_keys: ['organisationId', 'id', 'keyHash', 'name', 'scopes', 'createdAt', 'expiresAt', 'revokedAt'],
  audit_entries: [
    'organisationId',
    'id',
    'actorId',
    'actorName',
    'action',
    'subject',
    'changes',
    'bulkActionId',
    'createdAt',
  ],
  assets: ['organisationId', 'digest', 'fileName', 'format', 'width', 'height', 'size', 'smallSize'],
  batches: [
    'organisationId',
    'id',
    'templateId',
    'totalCount',
    'name',
    'fileName',
    'authorId',
    'authorName',
    'tags',
    'retryOf',
    'createdAt',
  ],
  bulk_actions: [
    ...[
      'organisationId',
      'id',
      'kind',
      'reason',
      'expiresAt',
      'expiries',
      'corrections',
      'sendEmail',
      'certificateIds',
      'totalCount',
      'processedCount',
      'skippedCount',
    ],
    ...['actorId', 'actorName', 'createdAt', 'completedAt'],
  ],
  captured_mails: ['organisationId', 'id', 'recipient', 'subject', 'html', 'text', 'createdAt'],
  certificates: [
    ...['organisationId', 'id', 'verificationHash', 'address', 'batchId', 'fileKey', 'proofSalt'],
    ...['recipientEmail', 'recipientId', 'expiresAt', 'revision', 'filesEdition', 'credentialEdition'],
    ...['renewalOf', 'givenLanguage', 'importPayment', 'legacyCode', 'hidden'],
    ...['statementNumber', 'statementDigest', 'revokedAt', 'revokedReason'],
  ],
  certificate_revisions: [
    ...['organisationId', 'certificateId', 'revision', 'verificationHash', 'actorId', 'actorName', 'reason', 'changed'],
    ...['createdAt', 'former'],
  ],
  correction_requests: [
    ...['organisationId', 'id', 'certificateId', 'mailbox', 'revision', 'proposed', 'message', 'status', 'createdAt'],
    ...['changedAt', 'deciderId', 'deciderName', 'answer', 'correctedRevision'],
  ],
  credit_entries: [
    ...['organisationId', 'id', 'kind', 'amount', 'certificateId', 'batchId', 'note'],
    ...['actorId', 'actorName', 'createdAt'],
  ],
  expiries: [
    ...['organisationId', 'certificateId', 'expiringFor', 'expiredFor', 'remindedFor', 'remindedDays', 'emailId'],
    'digestAt',
  ],
  dkim_keys: ['organisationId', 'domain', 'selector', 'publicKey', 'privateKey', 'createdAt', 'foundAt'],
  digest_readers: ['organisationId', 'userId', 'createdAt'],
  emails: ['organisationId', 'id', 'kind', 'certificateId', 'subjectId', 'recipient', 'status', 'createdAt'],
  import_allowances: ['organisationId', 'granted', 'used'],
  import_files: ['organisationId', 'digest', 'fileName', 'size', 'imageDigest'],
  invitations: ['organisationId', 'id', 'email', 'role', 'tokenHash', 'invitedBy', 'createdAt', 'expiresAt'],
  members: ['organisationId', 'userId', 'role', 'changedAt'],
  my_addresses: ['mailbox', 'placeId', 'addedAt'],
  my_links: ['id', 'purpose', 'mailbox', 'sessionId', 'language', 'tokenHash', 'createdAt', 'expiresAt'],
  my_sessions: ['id', 'tokenHash', 'mailbox', 'createdAt', 'expiresAt'],
  number_series: ['organisationId', 'id', 'name', 'pattern', 'start', 'reset', 'createdAt'],
  organisations: [
    ...['id', 'changedAt', 'organizationName', 'logoUrl', 'logoToken', 'brandColor', 'websiteUrl'],
    ...['nameKeys', 'emailSenderName', 'emailSubject', 'emailIntroMessage', 'emailSignature', 'replyTo', 'timeZone'],
    ...['reminderSubject', 'reminderMessage', 'senderAddress', 'senderAskedAt', 'senderConfirmed', 'emailBcc'],
    ...['bccAskedAt', 'bccConfirmed', 'smtpHost', 'smtpPort', 'smtpUsername', 'smtpPassword'],
  ],
  reminder_stops: ['organisationId', 'recipientId', 'createdAt'],
  share_links: ['organisationId', 'id', 'certificateId', 'recipientId', 'keyId', 'createdAt'],
  status_lists: ['organisationId', 'secret'],
  template_drafts: ['organisationId', 'templateId', 'revision', 'digest'],
  template_versions: [
    ...['organisationId', 'templateId', 'version', 'digest', 'detectedVariables', 'recipientNameVariable'],
    ...['variables', 'language', 'rules', 'authorName', 'note', 'createdAt'],
  ],
  templates: [
    ...[
      'organisationId',
      'id',
      'name',
      'formationName',
      'description',
      'tags',
      'type',
      'currentVersion',
      'archivedAt',
      'changedAt',
    ],
  ],
  webhook_deliveries: [
    ...['organisationId', 'id', 'webhookId', 'event', 'subjectId', 'eventPosition', 'status', 'attempts', 'createdAt'],
  ],
  webhooks: [
    ...['organisationId', 'id', 'name', 'url', 'events', 'retry', 'secret', 'previousSecret', 'previousSecretUntil'],
    'updatedAt',
  ],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Row<Table>)[] };

export type AuthenticTable = keyof typeof COVERED;

type Optional<Value> = null extends Value ? Value | undefined : Value;
/** The covered columns of a row. */
export type CoveredRow<Table extends AuthenticTable> = {
  [Column in (typeof COVERED)[Table][number] & keyof Row<Table>]: Optional<Row<Table>[Column]>;
};

type Authenticating = Pick<Services, 'authenticator'>;

/** Returns the message authentication code of a row, for its column `mac`. */
export const macOf = <Table extends AuthenticTable>(
  { authenticator }: Authenticating,
  table: Table,
  row: NoInfer<CoveredRow<Table>>,
): Buffer => authenticator.mac(textOf(table, row));

/** Returns false for a row that was changed outside Laurel. */
export const isAuthentic = <Table extends AuthenticTable>(
  { authenticator }: Authenticating,
  table: Table,
  row: NoInfer<CoveredRow<Table>> & { mac: Uint8Array },
): boolean => holds(() => authenticator.isMacOf(textOf(table, row), row.mac));

/** Throws NotAuthenticError for a row that was changed outside Laurel. */
export function assertAuthentic<Table extends AuthenticTable>(
  services: Authenticating,
  table: Table,
  row: NoInfer<CoveredRow<Table>> & { mac: Uint8Array },
): void {
  if (!isAuthentic(services, table, row)) throw new NotAuthenticError(table);
}

/** Changes an authentic row and its code. Throws NotAuthenticError, without a change, for a row that was changed outside Laurel. */
export function changeAuthentic<Table extends AuthenticTable, Changed extends CoveredRow<Table> & { mac: Uint8Array }>(
  services: Authenticating,
  table: Table,
  row: Changed,
  change: (row: Changed) => void,
): void {
  assertAuthentic(services, table, row);
  change(row);
  row.mac = macOf(services, table, row);
}

type Column<Table extends AuthenticTable> = (typeof COVERED)[Table][number] | 'mac';
type Aliased<From extends string, Table extends AuthenticTable, Prefix extends string> = {
  [Name in Column<Table>]: `${From}.${Name} as ${Prefix}${Capitalize<Name>}`;
}[Column<Table>];
type Prefixed<Table extends AuthenticTable, Prefix extends string> = {
  [Name in Column<Table> & keyof Row<Table> as `${Prefix}${Capitalize<Name>}`]: Row<Table>[Name] | null;
};

const prefixed = (prefix: string, name: string): string => prefix + name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the columns that a joined table's code covers, and the code, under prefixed names such as `templateName` for `name`. */
export const coveredAs = <const From extends string, Table extends AuthenticTable, const Prefix extends string>(
  from: From,
  table: Table,
  prefix: Prefix,
) =>
  [...COVERED[table], 'mac'].map((name) => `${from}.${name} as ${prefixed(prefix, name)}`) as Aliased<
    From,
    Table,
    Prefix
  >[];

/** Returns false if the columns that `coveredAs` selected belong to a row that was changed outside Laurel. */
export function isJoinedAuthentic<Table extends AuthenticTable, const Prefix extends string>(
  { authenticator }: Authenticating,
  table: Table,
  prefix: Prefix,
  joined: Prefixed<Table, Prefix>,
): boolean {
  const values = joined as Readonly<Record<string, unknown>>;
  const row = Object.fromEntries([...COVERED[table], 'mac'].map((name) => [name, values[prefixed(prefix, name)]]));
  return holds(() => authenticator.isMacOf(textOf(table, row as CoveredRow<Table>), row.mac as Uint8Array | null));
}

/** Error for a row that was written or changed outside Laurel. It must not be used to sign, send or grant anything. */
export class NotAuthenticError extends Error {
  constructor(table: string) {
    super(`a row of ${table} was changed outside Laurel`);
    this.name = 'NotAuthenticError';
  }
}

/** Returns the covered values in order, without names. Both sides use the same list of columns. */
function textOf<Table extends AuthenticTable>(table: Table, row: CoveredRow<Table>): string {
  const columns: readonly string[] = COVERED[table];
  const values = row as Readonly<Record<string, unknown>>;
  return JSON.stringify([table, ...columns.map((column) => plain(values[column]))]);
}

/**
 * Returns dates as numbers and bytes as text. JSON becomes its canonical form, because PostgreSQL reorders the members of a jsonb. It is
 * marked, so that no JSON text has the same code as the value that it describes.
 */
function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.getTime();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64');
  const isJson = typeof value === 'object' && !(Array.isArray(value) && typeof value[0] !== 'object');
  return isJson ? { json: canonicalJson(value) } : value;
}
