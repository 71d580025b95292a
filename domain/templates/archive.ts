import type { ActingContext } from '../context.ts';
import { changeTemplate } from './change.ts';

/** Takes a template out of use: nothing can be issued from it. What was issued stays as it is. */
export const archiveDesign = (context: ActingContext, { id }: { id: string }): Promise<void> =>
  changeTemplate(context, { id, action: 'designs.archive' }, (row, at) => {
    row.archivedAt = at;
  });

/** Brings a template back. */
export const restoreDesign = (context: ActingContext, { id }: { id: string }): Promise<void> =>
  changeTemplate(context, { id, action: 'designs.restore' }, (row) => {
    row.archivedAt = null;
  });
