import type { Command } from 'commander';
import { migrate } from '../../../database/migrate.ts';
import { withDatabaseAddress } from '../installation.ts';
import type { Terminal } from '../terminal.ts';

export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('Apply the pending database migrations')
    .action(async () => {
      terminal.print(
        await withDatabaseAddress(terminal, async (databaseUrl) => ({ applied: await migrate(databaseUrl) })),
      );
    });
}
