import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { validationError } from '../errors.ts';
import { isSandbox, liveOf } from '../shared/ids.ts';
import { digestOfName, nameOf } from './name.ts';

/** Uploaded picture without its bytes. */
export type FoundAsset = Awaited<ReturnType<typeof selectAssets>>[number];

/** Organisation whose pictures values can name. They can also name the default pictures of the template, and in a sandbox the live ones. */
export interface AssetOwner {
  organisationId: string;
  template?: { organisationId: string; defaults: readonly string[] };
}

/** Returns the pictures that values name, by name. Omits names of unknown pictures. */
export async function findAssets(
  em: EntityManager,
  { organisationId, template }: AssetOwner,
  names: Iterable<string>,
): Promise<Map<string, FoundAsset>> {
  const wanted = [...new Set(names)];
  const own = await selectAssets(em, organisationId, digestsOf(wanted));
  const live = isSandbox(organisationId) ? await selectAssets(em, liveOf(organisationId), digestsOf(wanted)) : [];
  const found = new Map([...live, ...own].map((row) => [nameOf(row.digest), row]));
  if (!template || template.organisationId === liveOf(organisationId)) return found;
  const defaults = wanted.filter((name) => !found.has(name) && template.defaults.includes(name));
  const lent = await selectAssets(em, template.organisationId, digestsOf(defaults));
  return new Map([...found, ...lent.map((row) => [nameOf(row.digest), row] as const)]);
}

const digestsOf = (names: Iterable<string>): Buffer[] =>
  [...new Set(names)].flatMap((name) => digestOfName(name) ?? []);

const selectAssets = async (em: EntityManager, organisationId: string, digests: Buffer[]) => {
  if (digests.length === 0) return [];
  return database(em)
    .selectFrom('assets')
    .select(['organisationId', 'digest', 'fileName', 'format', 'width', 'height', 'size', 'smallSize', 'usedAt', 'mac'])
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`digest = any(${digests}::bytea[])`)
    .execute();
};

/**
 * Marks pictures as used in the caller's transaction; used pictures are never deleted. VALIDATION_ERROR with the path of each missing
 * picture.
 */
export async function holdAssets(
  em: EntityManager,
  organisationId: string,
  shown: readonly { name: string; path: string }[],
  now: Date,
): Promise<void> {
  const digests = digestsOf(shown.map(({ name }) => name));
  if (digests.length === 0) return;
  // Sorted, so that concurrent transactions lock rows in the same order.
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
  if (gone.length > 0) throw validationError(gone.map(({ path }) => detail(path, 'unknown_picture')));
  const unused = held.filter(({ usedAt }) => usedAt === null).map(({ digest }) => digest);
  if (unused.length === 0) return;
  await database(em)
    .updateTable('assets')
    .set({ usedAt: now })
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`digest = any(${unused}::bytea[])`)
    .execute();
}
