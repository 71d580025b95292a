import type { Command } from 'commander';
import { grantAllowance } from '../../../domain/imports/grant-allowance.ts';
import { readAllowance } from '../../../domain/imports/read-allowance.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { Amount, option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addImportAllowanceCommands(program: Command, terminal: Terminal): void {
  const allowance = program
    .command('import-allowance')
    .description('Manage how many certificates an organisation may import for nothing');
  allowance
    .command('grant')
    .description('Let an organisation import more certificates for nothing')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--amount <number>', 'number of certificates to add')
    .action(async (given: { organisation: string; amount: string }) => {
      const amount = option(Amount, 'amount', given.amount);
      const work = organisationContext(given.organisation, (context) => grantAllowance(context, { amount }));
      terminal.print(await withInstallation(terminal, work));
    });
  allowance
    .command('show')
    .description('Show the allowance and its use')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .action(async ({ organisation }: { organisation: string }) => {
      terminal.print(await withInstallation(terminal, organisationContext(organisation, readAllowance)));
    });
}
