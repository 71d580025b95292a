import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { DesignError } from '../../templates-engine/index.ts';
import type { ActingContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { MAX_IMPORT_FILE_BYTES } from '../limits.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { refuseTooManyFiles } from './delete-unused.ts';
import { nameOfFile } from './name.ts';
import type { AddedFile } from './schemas.ts';
import { deleteImportFile, importFileKey, newFileName } from './store-file.ts';

/**
 * Adds the original PDF of a certificate to import: at most 20 MB, without encryption. It is stored unchanged, with a picture of its first
 * page. Uploading the same file again returns the same name and stores nothing.
 */
export async function addImportFile(context: ActingContext, pdf: Uint8Array): Promise<AddedFile> {
  if (pdf.length > MAX_IMPORT_FILE_BYTES)
    throw validationError(detail('file', 'file_too_large', { size: pdf.length, most: MAX_IMPORT_FILE_BYTES }));
  const digest = sha256(pdf);
  const file = nameOfFile(digest);
  if (await renew(context, digest)) return { file };
  await refuseTooManyFiles(context.em(), context.organisationId, pdf.length);
  const image = await context.renderer.drawFirstPage(context.organisationId, pdf).catch((error: unknown) => {
    if (error instanceof DesignError) throw validationError(error.issues);
    throw error;
  });
  await store(context, { digest, pdf, image });
  return { file };
}

/** Sets the upload time of a known file to now, so that it is kept as long as a new one. Returns false for an unknown file. */
async function renew(context: ActingContext, digest: Buffer): Promise<boolean> {
  const renewed = await database(context.em())
    .updateTable('import_files')
    .set({ uploadedAt: context.now() })
    .where('organisationId', '=', context.organisationId)
    .where('digest', '=', digest)
    .returning('digest')
    .executeTakeFirst();
  return renewed !== undefined;
}

interface New {
  digest: Buffer;
  pdf: Uint8Array;
  image: Uint8Array;
}

/** Writes the file before its row, so that no row names a missing file. Only one of two concurrent uploads is recorded. */
async function store(context: ActingContext, file: New): Promise<void> {
  const { organisationId } = context;
  const fileName = newFileName();
  let isRecorded = false;
  try {
    await context.storage.put({
      key: importFileKey({ organisationId, fileName }),
      content: Buffer.concat([file.pdf, file.image]),
    });
    isRecorded = await context.em().transactional((em) => record(em, context, { ...file, fileName }));
  } finally {
    if (!isRecorded) await discard(context, fileName);
  }
}

async function record(
  em: EntityManager,
  context: ActingContext,
  { digest, pdf, image, fileName }: New & { fileName: string },
): Promise<boolean> {
  const { organisationId } = context;
  // Serialises the uploads of an organisation, so that together they stay within its limits.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${organisationId}`}, 0))`.execute(database(em));
  await refuseTooManyFiles(em, organisationId, pdf.length);
  const file = { organisationId, digest, fileName, size: pdf.length, imageDigest: sha256(image) };
  const mac = macOf(context, 'import_files', file);
  const inserted = await database(em)
    .insertInto('import_files')
    .values({ ...file, mac, uploadedBy: context.actor.name, uploadedAt: context.now() })
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
      .selectFrom('import_files')
      .select('digest')
      .where('organisationId', '=', organisationId)
      .where('fileName', '=', fileName)
      .executeTakeFirst();
    if (!named) await deleteImportFile(context, { organisationId, name: fileName });
  } catch {
    // The first error is the one to report. No row names a file that remains.
  }
}
