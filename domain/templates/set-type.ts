import { LockMode } from '@mikro-orm/core';
import { Template } from '../../database/entities/template.ts';
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
    changeAuthentic(context, 'templates', row, () => {
      row.type = type;
    });
    await em.flush();
    await recordAction(em, context, { action: 'templates.setType', subject: id });
    return { id, type };
  });
}
