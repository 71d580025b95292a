import type { Command } from 'commander';
import { reconcile } from '../../../domain/reconcile/reconcile.ts';
import { withInstallation } from '../installation.ts';
import type { Terminal } from '../terminal.ts';

export function addReconcileCommand(program: Command, terminal: Terminal): void {
  program
    .command('reconcile')
    .description('Check that credits, files, batches, events and jobs are consistent')
    .action(async () => {
      const { violations, uncertainEmails } = await withInstallation(terminal, reconcile);
      terminal.print({ breaches: violations, uncertainEmails });
      if (violations.length > 0) terminal.fail(`${violations.length} rows break an invariant`);
    });
}
