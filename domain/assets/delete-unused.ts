import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import type { Services } from '../context.ts';
import { validationError } from '../errors.ts';
import { QUOTAS } from '../limits.ts';
import { limitReached } from '../shared/quota.ts';

/** Maximum unused pictures per organisation. Credits limit the number of used ones. */
const MAX_UNUSED = QUOTAS['pictures that no certificate shows'];
const MAX_UNUSED_BYTES = 2_000_000_000;
/** Days that an unused picture is kept. */
export const UNUSED_KEPT_DAYS = 30;
/** Maximum rows per DELETE, which keeps locks short. */
const CHUNK = 500;
const DAY_MS = 86_400_000;

/**
 * Rejects another picture of `size` bytes beyond the limits on unused pictures. Throws CONFLICT for their number, VALIDATION_ERROR with the
 * path `file` for their size.
 */
export async function refuseTooMany(em: EntityManager, organisationId: string, size: number): Promise<void> {
  const { count, bytes } = await database(em)
    .selectFrom('assets')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(size + small_size), 0)::bigint`.as('bytes'),
    ])
    .where('organisationId', '=', organisationId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= MAX_UNUSED) throw limitReached('pictures that no certificate shows');
  if (bytes + size <= MAX_UNUSED_BYTES) return;
  throw validationError(
    detail('file', 'picture_room', { size: bytes + size, most: MAX_UNUSED_BYTES, days: UNUSED_KEPT_DAYS }),
  );
}

/**
 * Deletes pictures that nothing has shown within `UNUSED_KEPT_DAYS` after their upload; a job deletes their files. Skips pictures that
 * `holdAssets` has locked for certificates being issued.
 */
export async function deleteUnusedAssets(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - UNUSED_KEPT_DAYS * DAY_MS);
  let deleted: number;
  do deleted = await services.em().transactional((em) => deleteChunk(em, before));
  while (deleted === CHUNK);
}

async function deleteChunk(em: EntityManager, before: Date): Promise<number> {
  const rows = await database(em)
    .deleteFrom('assets')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organisationId', 'digest'),
        'in',
        selectFrom('assets')
          .select(['organisationId', 'digest'])
          .where('usedAt', 'is', null)
          .where('uploadedAt', '<', before)
          .limit(CHUNK)
          .forUpdate()
          .skipLocked()
          .$asTuple('organisationId', 'digest'),
      ),
    )
    .returning(['organisationId', 'fileName'])
    .execute();
  const jobs = rows.map(({ organisationId, fileName: name }) => ({ payload: { organisationId, name } }));
  await enqueue(em, 'delete-asset', jobs);
  return rows.length;
}
