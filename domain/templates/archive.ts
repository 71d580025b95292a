import { Template } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { notFound, refusal } from '../errors.ts';
import { changeTemplate } from './change.ts';

/** Archives a template, so that no certificate can be issued from it. Issued certificates do not change. */
export const archiveDesign = (context: ActingContext, { id }: { id: string }): Promise<void> =>
  changeTemplate(context, { id, action: 'designs.archive' }, (row, at) => {
    row.archivedAt = at;
    return [];
  });

/** Restores an archived template. */
export const restoreDesign = (context: ActingContext, { id }: { id: string }): Promise<void> =>
  changeTemplate(context, { id, action: 'designs.restore' }, (row) => {
    row.archivedAt = null;
    return [];
  });

/** Throws NOT_FOUND for an unknown template and CONFLICT for an archived one. */
export async function assertInUse(em: EntityManager, { organisationId }: DomainContext, id: string): Promise<void> {
  const template = await em.findOne(Template, { organisationId, id });
  if (!template) throw notFound();
  if (template.archivedAt) throw refusal('template_archived');
}
