import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** Removes a picture from the library; a job deletes its file. Templates have copies, so none changes. */
export async function removePicture(context: ActingContext, { id }: { id: string }): Promise<void> {
  const { organisationId } = context;
  await context.em().transactional(async (em) => {
    const removed = await database(em)
      .deleteFrom('library_pictures')
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .returning(['name', 'fileName'])
      .executeTakeFirst();
    if (!removed) throw notFound();
    await recordAction(em, context, { action: 'pictureLibrary.remove', subject: removed.name });
    await enqueue(em, 'delete-asset', [{ payload: { organisationId, name: removed.fileName } }]);
  });
}
