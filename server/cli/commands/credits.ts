import type { Command } from 'commander';
import { addCredits } from '../../../domain/credits/add.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { Amount, Note, option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addCreditsCommands(program: Command, terminal: Terminal): void {
  program
    .command('credits')
    .description('Manage credits')
    .command('grant')
    .description('Add credits to an organisation')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--amount <number>', 'number of credits to add')
    .option('--note <text>', 'a note for the credit history')
    .action(async (given: { organisation: string; amount: string; note?: string }) => {
      const amount = option(Amount, 'amount', given.amount);
      const note = option(Note.optional(), 'note', given.note);
      const work = organisationContext(given.organisation, (context) => addCredits(context, { amount, note }));
      terminal.print(await withInstallation(terminal, work));
    });
}
