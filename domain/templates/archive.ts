import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** Takes a template out of use: nothing can be issued from it. What was issued stays as it is. */
export const archiveDesign = (context: ActingContext, { id }: { id: string }): Promise<void> =>
  setArchived(context, id, 'designs.archive');

/** Brings a template back. */
export const restoreDesign = (context: ActingContext, { id }: { id: string }): Promise<void> =>
  setArchived(context, id, 'designs.restore');

async function setArchived(
  context: ActingContext,
  id: string,
  action: 'designs.archive' | 'designs.restore',
): Promise<void> {
  const at = action === 'designs.archive' ? context.now() : null;
  await context.em().transactional(async (em) => {
    const { numUpdatedRows } = await database(em)
      .updateTable('templates')
      .set({ archivedAt: at })
      .where('organisationId', '=', context.organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound();
    await recordAction(em, context, { action, subject: id });
  });
}
