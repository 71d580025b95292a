import type { Command } from 'commander';
import { withInstallation } from '../installation.ts';
import type { Terminal } from '../terminal.ts';

export function addAddressesCommands(program: Command, terminal: Terminal): void {
  const addresses = program.command('addresses').description("Look at the installation's addresses");
  addresses
    .command('list')
    .description('List the present address and all former ones, the oldest first')
    .action(async () => {
      terminal.print(await withInstallation(terminal, async ({ installation }) => installation.addresses));
    });
}
