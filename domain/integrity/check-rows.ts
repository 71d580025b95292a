import { type RawBuilder, sql } from 'kysely';
import { database, type Row } from '../../database/sql.ts';
import { hasEnded } from '../audit/find-endings.ts';
import type { Services } from '../context.ts';
import { type AuthenticTable, COVERED, type CoveredRow, isAuthentic } from '../shared/authentic-rows.ts';
import type { Check, Violation } from './types.ts';

const PAGE = 100;

/**
 * Tables whose rows are checked one by one, with their keys. Separate checks cover certificates, audit entries, ledger entries and
 * addresses.
 */
const KEYS = {
  organisations: ['id'],
  api_keys: ['organisationId', 'id'],
  members: ['organisationId', 'userId'],
  invitations: ['organisationId', 'id'],
  templates: ['organisationId', 'id'],
  template_drafts: ['organisationId', 'templateId'],
  template_versions: ['organisationId', 'templateId', 'version'],
  webhooks: ['organisationId', 'id'],
  webhook_deliveries: ['organisationId', 'id'],
  emails: ['organisationId', 'id'],
  bulk_actions: ['organisationId', 'id'],
  batches: ['organisationId', 'id'],
  assets: ['organisationId', 'digest'],
  import_allowances: ['organisationId'],
  import_files: ['organisationId', 'digest'],
  share_links: ['organisationId', 'id'],
  number_series: ['organisationId', 'id'],
  status_lists: ['organisationId'],
  dkim_keys: ['organisationId'],
  reminder_stops: ['organisationId', 'recipientId'],
  digest_readers: ['organisationId', 'userId'],
  certificate_revisions: ['organisationId', 'certificateId', 'revision'],
  correction_requests: ['organisationId', 'id'],
  my_addresses: ['mailbox'],
  my_links: ['id'],
  my_sessions: ['id'],
} as const satisfies { [Table in AuthenticTable]?: readonly (keyof Row<Table>)[] };
type CheckedTable = keyof typeof KEYS;

const ended = (table: CheckedTable, subject: string | null, since: string | null) =>
  hasEnded({
    organisationId: table === 'organisations' ? 'organisations.id' : `${table}.organisationId`,
    subject: subject === null ? null : `${table}.${subject}`,
    since: since === null ? null : `${table}.${since}`,
  });

/** Further conditions, true for a wrong row. Most detect a restored earlier copy of a row. */
const MORE: { [Table in CheckedTable]?: RawBuilder<boolean> } = {
  organisations: ended('organisations', null, 'changedAt'),
  api_keys: sql`revoked_at is null and ${ended('api_keys', 'id', 'createdAt')}`,
  members: ended('members', 'userId', 'changedAt'),
  invitations: ended('invitations', 'id', 'createdAt'),
  webhooks: ended('webhooks', 'id', 'updatedAt'),
  dkim_keys: ended('dkim_keys', 'selector', null),
  correction_requests: sql`status = 'OPEN' and ${ended('correction_requests', 'id', 'changedAt')}`,
  share_links: ended('share_links', 'id', null),
  templates: sql`${ended('templates', 'id', 'changedAt')} or current_version <> (select max(v.version) from template_versions v
    where v.organisation_id = templates.organisation_id and v.template_id = templates.id)`,
  template_drafts: sql`sha256(convert_to(design, 'UTF8')) <> digest`,
  template_versions: sql`sha256(convert_to(design, 'UTF8')) <> digest`,
  batches: sql`total_count <> (select count(*) from certificates c
    where c.organisation_id = batches.organisation_id and c.batch_id = batches.id)`,
};

/** Checks that no row was changed outside Laurel, and that no audit entry has ended its state. */
export async function* rowViolations(services: Services): Check {
  for (const table of Object.keys(KEYS) as CheckedTable[]) yield* tableViolations(services, table);
}

async function* tableViolations(services: Services, table: CheckedTable): Check {
  const keys: readonly string[] = KEYS[table];
  const refs = keys.map((key) => sql.ref(key));
  const columns = [...new Set([...COVERED[table], ...keys, 'mac'])].map((name) => sql.ref(name));
  for (let last: Record<string, unknown> | undefined; ; ) {
    const after = last ? sql`(${sql.join(refs)}) > (${sql.join(keys.map((key) => sql.val(last?.[key])))})` : sql`true`;
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns)}, coalesce(${MORE[table] ?? sql`false`}, true) as is_wrong from ${sql.table(table)}
      where ${after} order by ${sql.join(refs)} limit ${PAGE}`.execute(database(services.em()));
    yield rows.flatMap((row) => (isSound(services, table, row) ? [] : [violationOf(table, row)]));
    last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
  }
}

const isSound = (services: Services, table: CheckedTable, row: Record<string, unknown>): boolean =>
  !row.isWrong && isAuthentic(services, table, row as CoveredRow<CheckedTable> & { mac: Uint8Array });

function violationOf(table: CheckedTable, row: Record<string, unknown>): Violation {
  const { id = null, userId = null, templateId = null, certificateId = null } = row as Record<string, string>;
  return {
    invariant: 'authenticity',
    organisationId: table === 'organisations' ? (id as string) : ((row.organisationId ?? null) as string | null),
    id: table === 'organisations' ? null : (certificateId ?? id ?? userId ?? templateId),
    message: `a row of ${table} was changed outside Laurel`,
  };
}
