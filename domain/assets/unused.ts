import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import type { Services } from '../context.ts';
import { validationError } from '../errors.ts';
import { QUOTAS } from '../limits.ts';
import { limitReached } from '../shared/quota.ts';

/** Of an organisation's pictures that nothing shows yet. What certificates show is bounded by their credits. */
const MAX_UNUSED = QUOTAS['pictures that no certificate shows'];
const MAX_UNUSED_BYTES = 2_000_000_000;
/** Days that a picture is kept which nothing shows. */
export const UNUSED_KEPT_DAYS = 30;
/** Maximum rows that a statement deletes, so that locks are short. */
const CHUNK = 500;
const DAY_MS = 86_400_000;

/** Refuses one more picture, `size` bytes large, than an organisation may have unused: CONFLICT by number, VALIDATION_ERROR with the path `file` by size. */
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
 * Deletes the pictures that nothing has shown in the days after their upload; their files follow by a job. A picture that is
 * being issued with is locked until that has ended (`holdAssets`), and is left out.
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
