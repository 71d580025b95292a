import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';

/** Certificates whose files a job deletes. */
const AT_ONCE = 200;

/** Tables with rows about a certificate, those that others refer to last. */
const OF_CERTIFICATES = [
  ...['certificate_tags', 'certificate_revisions', 'correction_requests', 'expiries', 'share_links', 'seals'],
  ...['verification_counts', 'emails'],
];

/**
 * Deletes certificates of a sandbox with everything about them, and queues the deletion of their files. The ledger keeps its entries, which
 * are a chain.
 */
export async function deleteCertificates(
  em: EntityManager,
  organisationId: string,
  certificateIds: readonly string[],
): Promise<void> {
  const db = database(em);
  for (const table of OF_CERTIFICATES)
    await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId}
      and certificate_id = any(${[...certificateIds]}::uuid[])`.execute(db);
  await sql`delete from certificates where organisation_id = ${organisationId}
    and id = any(${[...certificateIds]}::uuid[])`.execute(db);
  const chunks = Array.from({ length: Math.ceil(certificateIds.length / AT_ONCE) }, (_, index) =>
    certificateIds.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const jobs = chunks.map((ids) => ({ payload: { organisationId, certificateIds: ids.join(' ') } }));
  await enqueue(em, 'delete-certificate-files', jobs);
}
