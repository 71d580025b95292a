import { runBulkAction } from '../../domain/bulk/run.ts';
import type { Services } from '../../domain/context.ts';
import { task } from '../task.ts';

/** Continues where an earlier run ended. */
export const runBulkActionTask = (services: Services) =>
  task<'run-bulk-action'>(services, { run: runBulkAction, attempts: 10 });
