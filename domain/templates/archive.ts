import { LockMode } from '@mikro-orm/core';
import { Template } from '../../database/entities/template.ts';
import { timeAfterEndings } from '../audit/endings.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';

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
  await context.em().transactional(async (em) => {
    const where = { organisationId: context.organisationId, id };
    const row = await em.findOne(Template, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    const at = await timeAfterEndings(em, context, id);
    changeAuthentic(context, 'templates', row, () => {
      row.archivedAt = action === 'designs.archive' ? at : null;
      row.changedAt = at;
    });
    await em.flush();
    // One time for the row and its entry: the entry ends what the row said before.
    await recordAction(em, { ...context, now: () => at }, { action, subject: id });
  });
}
