import type { Command } from 'commander';
import { z } from 'zod';
import { CommandError } from '../../../domain/errors.ts';
import { distrustKey, listKeys, rotateKey } from '../../adapters/keys/commands.ts';
import { withInstallation } from '../installation.ts';
import { Moment, option, TIME_FORMS } from '../options.ts';
import type { Terminal } from '../terminal.ts';

const Rotatable = z.enum(['signing', 'pdf', 'auth', 'pepper']);
const KeyId = z.string().regex(/^[\w-]{1,100}$/, 'must be an id that keys list prints');

export function addKeysCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description("Manage the installation's keys");
  keys
    .command('list')
    .description('List all keys')
    .action(async () => {
      terminal.print(await withInstallation(terminal, async (_services, { keys: ring }) => listKeys(ring)));
    });
  keys
    .command('rotate')
    .description('Replace a key with a new one')
    .argument('<purpose>', Rotatable.options.join(', '))
    .action(async (given: string) => {
      const { data: purpose } = Rotatable.safeParse(given);
      if (!purpose) throw new CommandError(`keys rotate: must be one of ${Rotatable.options.join(', ')}`);
      terminal.print(
        await withInstallation(terminal, ({ installation: { address: baseUrl } }, { keys: ring }) =>
          rotateKey(ring, { purpose, baseUrl }),
        ),
      );
    });
  keys
    .command('distrust')
    .description('Distrust everything that a key made from a given time on')
    .requiredOption('--id <id>', 'id of the key, as keys list prints it')
    .requiredOption('--from <time>', `start of the distrust: ${TIME_FORMS}`)
    .action(async (given: { id: string; from: string }) => {
      const id = option(KeyId, 'id', given.id);
      const from = option(Moment, 'from', given.from);
      terminal.print(
        await withInstallation(terminal, ({ installation: { address: baseUrl } }, { keys: ring }) =>
          distrustKey(ring, { id, from, baseUrl }),
        ),
      );
    });
}
