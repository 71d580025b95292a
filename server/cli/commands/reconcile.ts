import type { Command } from 'commander';
import { reconcile } from '../../../domain/reconcile/reconcile.ts';
import { withInstallation } from '../installation.ts';
import { print } from '../print.ts';

export function addReconcileCommand(program: Command): void {
  program.command('reconcile').action(async () => {
    const { violations, uncertainEmails } = await withInstallation(reconcile);
    print({ breaches: violations, uncertainEmails });
    if (violations.length > 0) {
      process.stderr.write(`laurel: ${violations.length} rows break an invariant\n`);
      process.exitCode = 1;
    }
  });
}
