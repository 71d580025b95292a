import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { DesignError, type Picture } from '../../templates-engine/index.ts';
import { assetKey, deleteAssetFile, newFileName } from '../assets/store-file.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { MAX_LIBRARY_BYTES, MAX_PICTURE_BYTES } from '../limits.ts';
import { sha256 } from '../shared/crypto.ts';
import { newId } from '../shared/ids.ts';
import { assertRoom } from '../shared/quota.ts';
import { selectPictures, toAnswer } from './queries.ts';
import type { LibraryPicture } from './schemas.ts';

/**
 * Adds a picture to the library: PNG, JPEG, WebP or SVG, detected from its content, at most 5 MB. Stores a safe copy. Uploading the same
 * file again returns the known picture and changes nothing.
 */
export async function addPicture(
  context: ActingContext,
  { name, file }: { name: string; file: Uint8Array },
): Promise<LibraryPicture> {
  if (file.length > MAX_PICTURE_BYTES)
    throw validationError(detail('file', 'file_too_large', { size: file.length, most: MAX_PICTURE_BYTES }));
  const digest = sha256(file);
  const known = await findPicture(context.em(), context.organisationId, digest);
  if (known) return known;
  const picture = await context.renderer.makePicture(context.organisationId, file).catch((error: unknown) => {
    if (error instanceof DesignError) throw validationError(error.issues);
    throw error;
  });
  return store(context, { name, digest, picture });
}

async function findPicture(
  em: EntityManager,
  organisationId: string,
  digest: Buffer,
): Promise<LibraryPicture | undefined> {
  const row = await selectPictures(em, organisationId).where('digest', '=', digest).executeTakeFirst();
  return row && toAnswer(row);
}

interface Made {
  name: string;
  digest: Buffer;
  picture: Picture;
}

/** Writes the file before its row, so that no row names a missing file. Only one of two concurrent uploads is recorded. */
async function store(context: ActingContext, made: Made): Promise<LibraryPicture> {
  const { organisationId } = context;
  const { content, small, format } = made.picture;
  const file = Buffer.concat([content, small ?? Buffer.alloc(0)]);
  const fileName = newFileName(format, file);
  const id = newId(context.now());
  try {
    await context.storage.put({ key: assetKey({ organisationId, fileName }), content: file });
    const recorded = await context.em().transactional((em) => record(em, context, { ...made, id, fileName }));
    if (recorded.id !== id) await discard(context, { id, fileName });
    return recorded;
  } catch (error) {
    await discard(context, { id, fileName });
    throw error;
  }
}

async function record(
  em: EntityManager,
  context: ActingContext,
  { id, name, digest, picture, fileName }: Made & { id: string; fileName: string },
): Promise<LibraryPicture> {
  const { organisationId } = context;
  // Serialises the additions of an organisation, so that together they stay within its limits.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`picture library ${organisationId}`}, 0))`.execute(
    database(em),
  );
  const known = await findPicture(em, organisationId, digest);
  if (known) return known;
  const { content, small, format, width, height } = picture;
  const [size, smallSize] = [content.length, small?.length ?? 0];
  await assertRoom(em, { organisationId, quota: 'pictures in the library', table: 'library_pictures' });
  await refuseTooLarge(em, organisationId, size + smallSize);
  const row = { id, name, format, width, height, size, addedBy: context.actor.name, addedAt: context.now() };
  await database(em)
    .insertInto('library_pictures')
    .values({ ...row, organisationId, digest, fileName, smallSize })
    .execute();
  await recordAction(em, context, { action: 'pictureLibrary.add', subject: name });
  return toAnswer(row);
}

async function refuseTooLarge(em: EntityManager, organisationId: string, added: number): Promise<void> {
  const { bytes } = await database(em)
    .selectFrom('library_pictures')
    .select(sql<number>`coalesce(sum(size + small_size), 0)::bigint`.as('bytes'))
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  const size = Number(bytes) + added;
  if (size > MAX_LIBRARY_BYTES)
    throw validationError(detail('file', 'library_room', { size, most: MAX_LIBRARY_BYTES }));
}

/** Deletes a file that no row names. A row can exist if only the response to the commit was lost; the file is then kept. */
async function discard(context: ActingContext, { id, fileName }: { id: string; fileName: string }): Promise<void> {
  const { organisationId } = context;
  try {
    const recorded = await selectPictures(context.em(), organisationId).where('id', '=', id).executeTakeFirst();
    if (!recorded) await deleteAssetFile(context, { organisationId, name: fileName });
  } catch {
    // The first error is the one to report. No row names a file that remains.
  }
}
