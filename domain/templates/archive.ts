import type { ActingContext } from '../context.ts';
import { changeTemplate } from './change.ts';

/** Archives a template, so that no certificate can be issued from it. Issued certificates do not change. */
export const archiveDesign = (context: ActingContext, { id }: { id: string }): Promise<void> =>
  changeTemplate(context, { id, action: 'designs.archive' }, (row, at) => {
    row.archivedAt = at;
  });

/** Restores an archived template. */
export const restoreDesign = (context: ActingContext, { id }: { id: string }): Promise<void> =>
  changeTemplate(context, { id, action: 'designs.restore' }, (row) => {
    row.archivedAt = null;
  });
