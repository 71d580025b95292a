import type { Command } from 'commander';
import { migrate } from '../../../database/migrate.ts';
import { withDatabaseAddress } from '../installation.ts';
import { print } from '../print.ts';

export function addMigrateCommand(program: Command): void {
  program.command('migrate').action(async () => {
    print(await withDatabaseAddress(async (databaseUrl) => ({ applied: await migrate(databaseUrl) })));
  });
}
