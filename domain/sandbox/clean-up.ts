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
