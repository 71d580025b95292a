import { database } from '../../database/sql.ts';
import { assetKey, isNamedFor } from '../assets/store-file.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { NotAuthenticError } from '../shared/authentic-rows.ts';
import { Uuid } from '../shared/schemas.ts';

/** Returns a picture of the library, or its small copy if it has one. NOT_FOUND for an unknown or malformed id. */
export async function openPicture(
  context: DomainContext,
  { id, isSmall }: { id: string; isSmall: boolean },
): Promise<{ format: 'png' | 'jpeg'; content: Uint8Array }> {
  const { organisationId } = context;
  if (!Uuid.safeParse(id).success) throw notFound();
  const row = await database(context.em())
    .selectFrom('library_pictures')
    .select(['fileName', 'format', 'size', 'smallSize'])
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  // The file of a picture that was removed in the meantime can be missing.
  const file = row && (await context.storage.get(assetKey({ organisationId, fileName: row.fileName })));
  if (!row || !file) throw notFound();
  if (!isNamedFor(row.fileName, file)) throw new NotAuthenticError('files');
  const { format, size, smallSize } = row;
  return { format, content: isSmall && smallSize > 0 ? file.subarray(size) : file.subarray(0, size) };
}
