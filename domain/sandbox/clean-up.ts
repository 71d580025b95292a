import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { deleteCertificates } from './delete.ts';
import { KEPT_CERTIFICATES, KEPT_DAYS } from './rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Certificates of a transaction, which keeps locks short. */
const CHUNK = 1000;

/** Deletes what sandboxes no longer keep: data older than 90 days, and all but the newest 10,000 certificates of each. */
export async function cleanUpSandboxes(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - KEPT_DAYS * DAY_MS);
  const { rows } = await sql<{ id: string }>`select id from organisations where is_sandbox(id)`.execute(
    database(services.em()),
  );
  for (const { id } of rows) {
    while ((await deleteOldest(services, id, before)) === CHUNK);
    await settleDeleted(services, id);
    for (const table of ['captured_mails', 'batches'])
      await sql`delete from ${sql.table(table)} where organisation_id = ${id} and created_at < ${before}`.execute(
        database(services.em()),
      );
  }
}

/** Deletes some of the certificates that are too old or too many. Returns their number. */
async function deleteOldest(services: Services, organisationId: string, before: Date): Promise<number> {
  return services.em().transactional(async (em) => {
    const { rows } = await sql<{ id: string }>`
      select id from certificates where organisation_id = ${organisationId} and (created_at < ${before} or id <= coalesce(
        (select id from certificates where organisation_id = ${organisationId} order by id desc offset ${KEPT_CERTIFICATES} limit 1),
        '00000000-0000-0000-0000-000000000000'))
      order by id limit ${CHUNK} for update`.execute(database(em));
    await deleteCertificates(
      em,
      organisationId,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

/**
 * Deletes recipients without certificates, and counts the uses of templates again. Issues lock the balance and their recipients, so
 * certificates of concurrent ones are visible to the statements after these locks.
 */
async function settleDeleted(services: Services, organisationId: string): Promise<void> {
  await services.em().transactional(async (em) => {
    const db = database(em);
    await sql`select from credit_balances where organisation_id = ${organisationId} for update`.execute(db);
    const uses = sql`select count(*) from certificates c
      where c.organisation_id = u.organisation_id and c.template_id = u.template_id`;
    await sql`update template_usage u set times_used = (${uses})
      where organisation_id = ${organisationId} and times_used <> (${uses})`.execute(db);
    await sql`delete from template_usage where organisation_id = ${organisationId} and times_used = 0`.execute(db);
    const isUnused = sql`organisation_id = ${organisationId} and not exists (select from certificates c
      where c.organisation_id = r.organisation_id and c.recipient_id = r.id)`;
    await sql`select from recipients r where ${isUnused} order by id for update`.execute(db);
    await sql`delete from recipients r where ${isUnused}`.execute(db);
  });
}
