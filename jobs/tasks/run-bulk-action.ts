import { runBulkAction } from '../../domain/bulk/run.ts';
import type { Services } from '../../domain/context.ts';
import { task } from '../task.ts';

/** Goes on where an earlier run ended, however often it is tried. */
export const runBulkActionTask = (services: Services) =>
  task<'run-bulk-action'>(services, { run: runBulkAction, attempts: 10 });
