import { type RawBuilder, sql } from 'kysely';
import { database, type Tables } from '../../database/sql.ts';
import { deleteUnusedAssets } from '../assets/unused.ts';
import type { Services } from '../context.ts';
import { KEPT_HOURS } from '../shared/idempotency.ts';

const LOG_KEPT_DAYS = 30;
const ENDED_KEYS_KEPT_DAYS = 90;
/** Rows deleted by a statement: locks are held for a short time. */
const CHUNK = 1000;

/** Deletes what is kept for a time only: answers for an Idempotency-Key, the log of webhooks, account mails, counters of rate limits, actions on many certificates, unused pictures. */
export async function cleanUp(services: Services): Promise<void> {
  await deleteInChunks(services, 'idempotency_keys', sql`created_at < now() - make_interval(hours => ${KEPT_HOURS})`);
  await deleteInChunks(
    services,
    'webhook_deliveries',
    sql`created_at < now() - make_interval(days => ${LOG_KEPT_DAYS}) and status <> 'PENDING'`,
  );
  await deleteInChunks(
    services,
    'emails',
    sql`subject_id is not null and ended_at < now() - make_interval(days => ${LOG_KEPT_DAYS})`,
  );
  await deleteInChunks(services, 'rate_limits', sql`expire < extract(epoch from now()) * 1000`);
  // Counts of a clock that was set back: better-auth would refuse until then.
  await sql`delete from auth."rateLimit" where "lastRequest" > extract(epoch from now() + interval '1 minute') * 1000`.execute(
    database(services.em()),
  );
  await deleteInChunks(
    services,
    'bulk_actions',
    sql`created_at < now() - case kind when 'DOWNLOAD' then interval '1 day' else make_interval(days => ${LOG_KEPT_DAYS}) end
      and (kind = 'DOWNLOAD' or completed_at is not null)`,
  );
  await deleteInChunks(services, 'invitations', sql`expires_at < now()`);
  await deleteInChunks(
    services,
    'api_keys',
    sql`coalesce(revoked_at, expires_at) < now() - make_interval(days => ${ENDED_KEYS_KEPT_DAYS})`,
  );
  await deleteUnusedAssets(services);
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
