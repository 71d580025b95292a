import type { Command } from 'commander';
import { migrate } from '../../../database/migrate.ts';
import { withInstallation } from '../installation.ts';
import { print } from '../print.ts';

export function addMigrateCommand(program: Command): void {
  program.command('migrate').action(async () => {
    print(
      await withInstallation(async (_services, { databaseUrl }) => ({ applied: await migrate(databaseUrl) }), {
        migrated: false,
      }),
    );
  });
}
