import type { Command } from 'commander';
import { openDatabase } from '../../../database/orm.ts';
import { CommandError } from '../../../domain/errors.ts';
import { parseStorage, STORAGE_FORMS, type StorageAddress } from '../../adapters/storage/address.ts';
import { moveFiles } from '../../adapters/storage/move.ts';
import { openStorage } from '../../adapters/storage/open-storage.ts';
import { describeObstacle } from '../../adapters/storage/storage.ts';
import type { Config } from '../../config.ts';
import { withDatabaseAddress } from '../installation.ts';
import type { Terminal } from '../terminal.ts';

export function addStorageCommands(program: Command, terminal: Terminal): void {
  program
    .command('storage')
    .description('Manage file storage')
    .command('move')
    .description('Move all files to another storage')
    .requiredOption('--from <address>', 'address of the previous storage')
    .requiredOption('--to <address>', 'address of the new storage, in the form of STORAGE_URL')
    .action(async (given: { from: string; to: string }) => {
      const [from, to] = [addressOf('--from', given.from), addressOf('--to', given.to)];
      if (from.text === to.text) throw new CommandError('--to: must differ from --from');
      const moved = await withDatabaseAddress(terminal, (databaseUrl, config) =>
        move(databaseUrl, config, { from, to }, terminal),
      );
      terminal.print({ moved: moved.moved, bytes: moved.bytes, different: moved.different });
      if (moved.different.length === 0) return;
      terminal.fail(`--to has ${moved.different.length} files with different content: they stay in both`);
    });
}

async function move(
  databaseUrl: string,
  config: Config,
  { from, to }: { from: StorageAddress; to: StorageAddress },
  terminal: Terminal,
) {
  // Files that running processes still write there would be left behind.
  if (config.STORAGE_URL === from.text)
    throw new CommandError(
      '--from: is still STORAGE_URL: set STORAGE_URL to --to and STORAGE_FALLBACK_URL to --from first',
    );
  const orm = await openDatabase(databaseUrl);
  try {
    const em = () => orm.em.fork();
    const storages = { from: openStorage(from, em), to: openStorage(to, em) };
    for (const [name, storage] of Object.entries(storages)) {
      const obstacle = await storage.check();
      if (obstacle) throw new CommandError(`--${name}: ${describeObstacle(obstacle)}`);
    }
    return await moveFiles(storages, ({ moved, bytes }) =>
      terminal.report(`${moved} files moved, ${Math.round(bytes / 1_000_000)} MB`),
    );
  } finally {
    await orm.close();
  }
}

function addressOf(option: string, text: string): StorageAddress {
  const address = parseStorage(text);
  if (!address) throw new CommandError(`${option}: ${STORAGE_FORMS}`);
  return address;
}
