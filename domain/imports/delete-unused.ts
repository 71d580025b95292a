import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { QUOTAS } from '../limits.ts';
import { limitReached } from '../shared/quota.ts';

/** Hours for which a file is kept after its last upload or import. */
export const FILE_KEPT_HOURS = 24;
/** Maximum unused files of an organisation, and their bytes. */
const MAX_FILES = QUOTAS['files to import'];
const MAX_BYTES = 4_000_000_000;
/** Maximum rows per DELETE, which keeps locks short. */
const CHUNK = 500;

/** Rejects another file of `size` bytes beyond the organisation's limits. */
export async function refuseTooManyFiles(em: EntityManager, organisationId: string, size: number): Promise<void> {
  const { count, bytes } = await database(em)
    .selectFrom('import_files')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(size::bigint), 0)::bigint`.as('bytes'),
    ])
    .where('organisationId', '=', organisationId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= MAX_FILES || bytes + size > MAX_BYTES) throw limitReached('files to import');
}

/**
 * Deletes files `FILE_KEPT_HOURS` after their last upload or import; a job deletes their bytes. Skips those from which a certificate still
 * has to be rendered.
 */
export async function deleteUnusedFiles(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - FILE_KEPT_HOURS * 60 * 60 * 1000);
  let deleted: number;
  do deleted = await services.em().transactional((em) => deleteChunk(em, before));
  while (deleted === CHUNK);
}

async function deleteChunk(em: EntityManager, before: Date): Promise<number> {
  const { rows } = await sql<{ organisationId: string; fileName: string }>`
    delete from import_files f where (organisation_id, digest) in (
      select organisation_id, digest from import_files u
      where uploaded_at < ${before} and coalesce(used_at, uploaded_at) < ${before} and not exists (
        select from certificates c where c.organisation_id = u.organisation_id and c.original_digest = u.digest
          and c.render_status in ('PENDING', 'RENDERING'))
      limit ${CHUNK} for update skip locked)
    returning organisation_id, file_name`.execute(database(em));
  const jobs = rows.map(({ organisationId, fileName: name }) => ({ payload: { organisationId, name } }));
  await enqueue(em, 'delete-import-file', jobs);
  return rows.length;
}
