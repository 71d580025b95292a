import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { selectPictures, toAnswer } from './queries.ts';
import type { LibraryPicture } from './schemas.ts';

/** Renames a picture of the library. The same name again changes nothing. */
export async function renamePicture(
  context: ActingContext,
  { id, name }: { id: string; name: string },
): Promise<LibraryPicture> {
  const { organisationId } = context;
  return context.em().transactional(async (em) => {
    const row = await selectPictures(em, organisationId).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw notFound();
    if (row.name === name) return toAnswer(row);
    await database(em)
      .updateTable('library_pictures')
      .set({ name })
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .execute();
    const changes = [{ field: 'name', from: row.name, to: name }];
    await recordAction(em, context, { action: 'pictureLibrary.rename', subject: name, changes });
    return toAnswer({ ...row, name });
  });
}
