import { type RawBuilder, sql } from 'kysely';
import { database, type Tables } from '../../database/sql.ts';
import { deleteUnusedAssets } from '../assets/delete-unused.ts';
import type { Services } from '../context.ts';
import { deleteEvents } from '../events/delete.ts';
import { deleteUnusedFiles } from '../imports/delete-unused.ts';
import { cleanUpSandboxes } from '../sandbox/clean-up.ts';
import { KEPT_MS } from '../shared/idempotency.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LOG_KEPT_MS = 30 * DAY_MS;
const DOWNLOADS_KEPT_MS = DAY_MS;
const REQUESTS_KEPT_MS = 365 * DAY_MS;
const ENDED_KEYS_KEPT_MS = 90 * DAY_MS;
/** Maximum future time in ms. Later times come from a clock that was set back. */
const AHEAD_MS = 60_000;
/** Maximum rows per DELETE, which keeps locks short. */
const CHUNK = 1000;

/**
 * Deletes expired data: responses for an Idempotency-Key, events, webhook deliveries, account mails, rate-limit counters, bulk actions,
 * decided requests of recipients, invitations, ended keys, and unused pictures and files. Also expired sessions and links of recipients'
 * places, and addresses without certificates.
 */
export async function cleanUp(services: Services): Promise<void> {
  const now = services.now().getTime();
  const logged = new Date(now - LOG_KEPT_MS);
  await deleteInChunks(services, 'idempotency_keys', sql`created_at < ${new Date(now - KEPT_MS)}`);
  await deleteInChunks(services, 'webhook_deliveries', sql`created_at < ${logged} and status <> 'PENDING'`);
  await deleteEvents(services, logged);
  await deleteInChunks(services, 'emails', sql`subject_id is not null and ended_at < ${logged}`);
  await deleteInChunks(services, 'rate_limits', sql`expire < ${now}`);
  // Counters from before the clock was set back. better-auth would reject requests until their time.
  await sql`delete from auth."rateLimit" where "lastRequest" > ${now + AHEAD_MS}`.execute(database(services.em()));
  await deleteInChunks(
    services,
    'bulk_actions',
    sql`created_at < case kind when 'DOWNLOAD' then ${new Date(now - DOWNLOADS_KEPT_MS)}::timestamptz else ${logged} end
      and (kind = 'DOWNLOAD' or completed_at is not null)`,
  );
  const asked = new Date(now - REQUESTS_KEPT_MS);
  await deleteInChunks(services, 'correction_requests', sql`status <> 'OPEN' and changed_at < ${asked}`);
  await deleteInChunks(services, 'invitations', sql`expires_at < ${new Date(now)}`);
  await deleteInChunks(services, 'my_sessions', sql`expires_at < ${new Date(now)}`);
  await deleteInChunks(services, 'my_links', sql`expires_at < ${new Date(now)}`);
  await deleteInChunks(
    services,
    'my_addresses',
    sql`added_at < ${logged} and not exists (select from recipients r where r.mailbox = my_addresses.mailbox)`,
  );
  const ended = new Date(now - ENDED_KEYS_KEPT_MS);
  await deleteInChunks(services, 'api_keys', sql`coalesce(revoked_at, expires_at) < ${ended}`);
  await deleteUnusedAssets(services);
  await deleteUnusedFiles(services);
  await cleanUpSandboxes(services);
}

async function deleteInChunks(services: Services, table: keyof Tables, where: RawBuilder<unknown>) {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${CHUNK}))`.execute(
      database(services.em()),
    );
    if (numAffectedRows < CHUNK) return;
  }
}
