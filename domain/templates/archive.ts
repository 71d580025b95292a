import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
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
    const { numAffectedRows } = await sql`
      update templates set archived_at = ${at}
      where organisation_id = ${context.organisationId} and id = ${id}`.execute(database(em));
    if (numAffectedRows === 0n) throw notFound();
    await recordAction(em, context, { action, subject: id });
  });
}
