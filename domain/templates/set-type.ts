import { LockMode } from '@mikro-orm/core';
import { Template } from '../../database/entities/template.ts';
import { timeAfterEndings } from '../audit/endings.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';

/** Offers a template to every organisation of the installation, or to its own alone, as an operator does. */
export async function setTemplateType(
  context: ActingContext,
  { id, type }: { id: string; type: 'PRIVATE' | 'PUBLIC' },
): Promise<{ id: string; type: string }> {
  return context.em().transactional(async (em) => {
    const where = { organisationId: context.organisationId, id };
    const row = await em.findOne(Template, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    const at = await timeAfterEndings(em, context, id);
    changeAuthentic(context, 'templates', row, () => {
      row.type = type;
      row.changedAt = at;
    });
    await em.flush();
    // One time for the row and its entry: the entry ends what the row said before.
    await recordAction(em, { ...context, now: () => at }, { action: 'templates.setType', subject: id });
    return { id, type };
  });
}
