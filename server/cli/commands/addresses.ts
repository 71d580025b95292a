import type { Command } from 'commander';
import { withInstallation } from '../installation.ts';
import type { Terminal } from '../terminal.ts';

export function addAddressesCommands(program: Command, terminal: Terminal): void {
  const addresses = program.command('addresses').description("List the installation's addresses");
  addresses
    .command('list')
    .description('List the current address and all former ones, oldest first')
    .action(async () => {
      terminal.print(await withInstallation(terminal, async ({ installation }) => installation.addresses));
    });
}
