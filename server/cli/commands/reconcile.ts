import type { Command } from 'commander';
import { reconcile } from '../../../domain/reconcile/reconcile.ts';
import { withInstallation } from '../installation.ts';
import { print } from '../print.ts';

export function addReconcileCommand(program: Command): void {
  program.command('reconcile').action(async () => {
    const { breaches, uncertainEmails } = await withInstallation(reconcile);
    print({ breaches, uncertainEmails });
    if (breaches.length > 0) {
      process.stderr.write(`laurel: ${breaches.length} rows break an invariant\n`);
      process.exitCode = 1;
    }
  });
}
