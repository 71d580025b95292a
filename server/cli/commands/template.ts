import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { validationError } from '../../../domain/errors.ts';
import { importTemplate } from '../../../domain/templates/import.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { print } from '../print.ts';

export function addTemplateCommands(program: Command): void {
  program
    .command('template')
    .command('import')
    .requiredOption('--organisation <id>')
    .requiredOption('--file <file>')
    .action(async (given: { organisation: string; file: string }) => {
      const document = await readDesign(given.file);
      print(
        await withInstallation(organisationContext(given.organisation, (context) => importTemplate(context, document))),
      );
    });
}

async function readDesign(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw validationError(`--file: can't be read (${code})`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes the text, which may be a secret: the position is enough.
    const [at = ''] = / at position \d+( \(.*\))?/.exec((error as Error).message) ?? [];
    throw validationError(`--file: is not JSON${at}`);
  }
}
