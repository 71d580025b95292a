import type { Command } from 'commander';
import { CommandError } from '../../../domain/errors.ts';
import { restoreLog } from '../../../domain/log/restore.ts';
import { verifyLog } from '../../../domain/log/verify-log.ts';
import { parseLogDestination } from '../../adapters/log-destinations/address.ts';
import { openLogFiles } from '../../adapters/log-destinations/open-log-destination.ts';
import { OR_STDIN, readGivenFile } from '../given-file.ts';
import { withInstallation } from '../installation.ts';
import type { Terminal } from '../terminal.ts';

/** A head has five short lines, and more signatures. */
const MAX_NOTE_BYTES = 100_000;

export function addLogCommands(program: Command, terminal: Terminal): void {
  const log = program.command('log').description('Check and restore the transparency log');
  log
    .command('verify')
    .description('Check the whole log')
    .option('--head <file>', `a signed head of the log, kept elsewhere${OR_STDIN}`)
    .action(async ({ head }: { head?: string }) => {
      const given = head === undefined ? [] : [{ source: '--head', note: await readNote(terminal, head) }];
      const report = await withInstallation(terminal, (services) => verifyLog(services, given));
      terminal.print(report);
      if (report.findingCount === 0) return;
      terminal.fail(`${report.findingCount} findings in the log`);
    });
  log
    .command('restore')
    .description('Restore lost entries from a copy of the log')
    .requiredOption('--from <address>', 'address of the copy: file:///directory or s3://bucket')
    .action(async ({ from }: { from: string }) => {
      const place = parseLogDestination(from);
      if (!place || place.kind === 'mail') throw new CommandError('--from: must be file:///directory or s3://bucket');
      const files = openLogFiles(place);
      terminal.print(await withInstallation(terminal, (services) => restoreLog(services, files)));
    });
}

async function readNote(terminal: Terminal, path: string): Promise<string> {
  const bytes = await readGivenFile(terminal, { name: 'head', path, most: MAX_NOTE_BYTES });
  return bytes.toString();
}
