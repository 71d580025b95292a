import { Template } from '../../database/entities/template.ts';
import type { FieldChange } from '../audit/compare.ts';
import { timeAfterEndings } from '../audit/find-endings.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';
import { lockDesign } from './store-draft.ts';

/**
 * Changes a template's row and records the author. A lock prevents a concurrent publication, which would compute the row's code from its
 * previous state.
 */
export async function changeTemplate(
  context: ActingContext,
  { id, action }: { id: string; action: 'designs.archive' | 'designs.restore' | 'templates.setType' },
  change: (row: Template, at: Date) => FieldChange[],
): Promise<void> {
  await context.em().transactional(async (em) => {
    await lockDesign(em, context, id);
    const row = await em.findOne(Template, { organisationId: context.organisationId, id });
    if (!row) throw notFound();
    const at = await timeAfterEndings(em, context, id);
    let changes: FieldChange[] = [];
    changeAuthentic(context, 'templates', row, () => {
      changes = change(row, at);
      row.changedAt = at;
    });
    await em.flush();
    // The row and its entry have the same time, so that the entry ends only the previous state.
    await recordAction(em, { ...context, now: () => at }, { action, subject: id, changes });
  });
}
