import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { DesignError, type ReadFont } from '../../templates-engine/index.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { MAX_FONT_FILE_BYTES } from '../limits.ts';
import { sha256 } from '../shared/crypto.ts';
import { newId } from '../shared/ids.ts';
import { lockFonts, refuseTooMany } from './lock.ts';
import type { AddedFont } from './schemas.ts';
import { deleteFontFile, faceFileName, fontKey } from './store-file.ts';

interface Upload {
  file: Uint8Array;
  /** The uploader confirms that the organisation may embed the font in documents. */
  rightToEmbed: boolean;
}

/**
 * Adds a font for the organisation's designs: TTF, OTF, WOFF or WOFF2, detected from its content, at most 10 MB. Stores a safe copy, with
 * one file per face. Uploading the same file again returns the same font and changes nothing.
 */
export async function addFont(context: ActingContext, { file, rightToEmbed }: Upload): Promise<AddedFont> {
  if (!rightToEmbed) throw validationError(detail('rightToEmbed', 'not_confirmed'));
  if (file.length > MAX_FONT_FILE_BYTES)
    throw validationError(detail('file', 'file_too_large', { size: file.length, most: MAX_FONT_FILE_BYTES }));
  const digest = sha256(file);
  const known = await findFont(context.em(), context.organisationId, digest);
  if (known) return known;
  await refuseTooMany(context.em(), context.organisationId, 0);
  const font = await context.renderer.readFont(context.organisationId, file).catch((error: unknown) => {
    if (error instanceof DesignError) throw validationError(error.issues);
    throw error;
  });
  return store(context, digest, font);
}

async function findFont(em: EntityManager, organisationId: string, digest: Buffer): Promise<AddedFont | null> {
  const row = await database(em)
    .selectFrom('fonts')
    .select(['id', 'family', 'faces'])
    .where('organisationId', '=', organisationId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row ? toAnswer(row.id, row) : null;
}

const toAnswer = (
  id: string,
  { family, faces }: Pick<ReadFont, 'family'> & { faces: AddedFont['faces'] },
): AddedFont => ({
  id,
  family,
  faces: faces.map(({ weight, italic, style }) => ({ weight, italic, style })),
});

/** Writes the files before the row, so that no row names a missing file. Only one of two concurrent uploads is recorded. */
async function store(context: ActingContext, digest: Buffer, font: ReadFont): Promise<AddedFont> {
  const { organisationId, storage } = context;
  const id = newId(context.now());
  try {
    for (const { digest: face, sfnt } of font.faces)
      await storage.put({ key: fontKey({ organisationId, fontId: id, name: faceFileName(face) }), content: sfnt });
    const recorded = await context.em().transactional((em) => record(em, context, { id, digest, font }));
    if (recorded.id !== id) await discard(context, id, font);
    return recorded;
  } catch (error) {
    await discard(context, id, font);
    throw error;
  }
}

async function record(
  em: EntityManager,
  context: ActingContext,
  { id, digest, font }: { id: string; digest: Buffer; font: ReadFont },
): Promise<AddedFont> {
  const { organisationId } = context;
  await lockFonts(em, organisationId);
  const known = await findFont(em, organisationId, digest);
  if (known) return known;
  const size = font.faces.reduce((sum, { sfnt }) => sum + sfnt.length, 0);
  await refuseTooMany(em, organisationId, size);
  await database(em)
    .insertInto('fonts')
    .values({
      ...{ organisationId, id, digest, family: font.family, size },
      faces: sql`${JSON.stringify(font.faces.map(({ sfnt: _, ...face }) => face))}::jsonb`,
      uploadedBy: context.actor.name,
      createdAt: context.now(),
    })
    .execute();
  await recordAction(em, context, { action: 'fonts.add', subject: font.family });
  return toAnswer(id, font);
}

/** Deletes files that no row names. A row can exist if only the response to the commit was lost; the files are then kept. */
async function discard(context: ActingContext, id: string, { faces }: ReadFont): Promise<void> {
  const { organisationId } = context;
  try {
    const recorded = await database(context.em())
      .selectFrom('fonts')
      .select('id')
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (recorded) return;
    for (const { digest } of faces)
      await deleteFontFile(context, { organisationId, fontId: id, name: faceFileName(digest) });
  } catch {
    // The first error is the one to report. No row names files that remain.
  }
}
