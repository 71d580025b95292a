import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { DesignError, type Picture } from '../../templates-engine/index.ts';
import type { ActingContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { MAX_PICTURE_BYTES } from '../limits.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { refuseTooMany } from './delete-unused.ts';
import { nameOf } from './name.ts';
import type { AddedAsset } from './schemas.ts';
import { assetKey, deleteAssetFile, newFileName } from './store-file.ts';

/**
 * Adds a picture for certificates: PNG, JPEG, WebP or SVG, detected from its content, at most 5 MB. A safe copy is stored under the digest
 * of the uploaded bytes. Uploading the same file again returns the same name and stores nothing.
 */
export async function addAsset(context: ActingContext, content: Uint8Array): Promise<AddedAsset> {
  if (content.length > MAX_PICTURE_BYTES)
    throw validationError(detail('file', 'file_too_large', { size: content.length, most: MAX_PICTURE_BYTES }));
  const digest = sha256(content);
  const asset = nameOf(digest);
  if (await renew(context, digest)) return { asset };
  await refuseTooMany(context.em(), context.organisationId, 0);
  const picture = await context.renderer.makePicture(context.organisationId, content).catch((error: unknown) => {
    if (error instanceof DesignError) throw validationError(error.issues);
    throw error;
  });
  await store(context, digest, picture);
  return { asset };
}

/** Sets the upload time of a known picture to now, so that it is kept as long as a new one. Returns false for an unknown picture. */
async function renew(context: ActingContext, digest: Buffer): Promise<boolean> {
  const renewed = await database(context.em())
    .updateTable('assets')
    .set({ uploadedAt: context.now() })
    .where('organisationId', '=', context.organisationId)
    .where('digest', '=', digest)
    .returning('digest')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Writes the file before its row, so that no row names a missing file. Only one of two concurrent uploads is recorded. */
async function store(context: ActingContext, digest: Buffer, picture: Picture): Promise<void> {
  const { organisationId } = context;
  const content = Buffer.concat([picture.content, picture.small ?? Buffer.alloc(0)]);
  const fileName = newFileName(picture.format, content);
  let isRecorded = false;
  try {
    await context.storage.put({ key: assetKey({ organisationId, fileName }), content });
    isRecorded = await context.em().transactional((em) => record(em, context, { digest, picture, fileName }));
  } finally {
    if (!isRecorded) await discard(context, fileName);
  }
}

async function record(
  em: EntityManager,
  context: ActingContext,
  { digest, picture, fileName }: { digest: Buffer; picture: Picture; fileName: string },
): Promise<boolean> {
  const { organisationId } = context;
  const { content, small, format, width, height } = picture;
  const [size, smallSize] = [content.length, small?.length ?? 0];
  // Serialises the uploads of an organisation, so that together they stay within its limits.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assets ${organisationId}`}, 0))`.execute(database(em));
  await refuseTooMany(em, organisationId, size + smallSize);
  const asset = { organisationId, digest, fileName, format, width, height, size, smallSize };
  const inserted = await database(em)
    .insertInto('assets')
    .values({
      ...asset,
      mac: macOf(context, 'assets', asset),
      uploadedBy: context.actor.name,
      uploadedAt: context.now(),
    })
    .onConflict((conflict) => conflict.columns(['organisationId', 'digest']).doNothing())
    .returning('digest')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes a file that no row names. A row can exist if only the response to the commit was lost; the file is then kept. */
async function discard(context: ActingContext, fileName: string): Promise<void> {
  const { organisationId } = context;
  try {
    const named = await database(context.em())
      .selectFrom('assets')
      .select('digest')
      .where('organisationId', '=', organisationId)
      .where('fileName', '=', fileName)
      .executeTakeFirst();
    if (!named) await deleteAssetFile(context, { organisationId, name: fileName });
  } catch {
    // The first error is the one to report. No row names a file that remains.
  }
}
