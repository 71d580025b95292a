import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { validationError } from '../errors.ts';
import { digestOfName, nameOf } from './name.ts';

/** An uploaded picture, without its bytes. */
export type FoundAsset = Awaited<ReturnType<typeof selectAssets>>[number];

/** By name, the organisation's pictures among those that values name; what names none is left out. */
export async function findAssets(
  em: EntityManager,
  organisationId: string,
  names: Iterable<string>,
): Promise<Map<string, FoundAsset>> {
  const digests = digestsOf(names);
  const rows = digests.length > 0 ? await selectAssets(em, organisationId, digests) : [];
  return new Map(rows.map((row) => [nameOf(row.digest), row]));
}

const digestsOf = (names: Iterable<string>): Buffer[] =>
  [...new Set(names)].sort().flatMap((name) => digestOfName(name) ?? []);

const selectAssets = (em: EntityManager, organisationId: string, digests: Buffer[]) =>
  database(em)
    .selectFrom('assets')
    .select(['organisationId', 'digest', 'fileName', 'format', 'width', 'height', 'size', 'usedAt'])
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`digest = any(${digests}::bytea[])`)
    .execute();

/**
 * Marks pictures as used in the caller's transaction: from then on they are never deleted. VALIDATION_ERROR with the
 * path of each that was deleted since it was found.
 */
export async function holdAssets(
  em: EntityManager,
  organisationId: string,
  shown: readonly { name: string; path: string }[],
  now: Date,
): Promise<void> {
  const digests = digestsOf(shown.map(({ name }) => name));
  if (digests.length === 0) return;
  // In one order in every transaction, so that two that hold the same pictures don't wait for each other.
  const held = await database(em)
    .selectFrom('assets')
    .select(['digest', 'usedAt'])
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`digest = any(${digests}::bytea[])`)
    .orderBy('digest')
    .forNoKeyUpdate()
    .execute();
  const names = new Set(held.map(({ digest }) => nameOf(digest)));
  const gone = shown.filter(({ name }) => !names.has(name));
  if (gone.length > 0)
    throw validationError(
      'A picture is gone',
      gone.map(({ path }) => ({ path, message: 'names a picture that was deleted just now: upload it again' })),
    );
  const unused = held.filter(({ usedAt }) => usedAt === null).map(({ digest }) => digest);
  if (unused.length === 0) return;
  await database(em)
    .updateTable('assets')
    .set({ usedAt: now })
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`digest = any(${unused}::bytea[])`)
    .execute();
}
