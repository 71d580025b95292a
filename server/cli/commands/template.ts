import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ActingContext } from '../../../domain/context.ts';
import { CommandError } from '../../../domain/errors.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { importTemplate } from '../../../domain/templates/import.ts';
import { publishTemplate } from '../../../domain/templates/publish-from-code.ts';
import { setTemplateType } from '../../../domain/templates/set-type.ts';
import type { DesignDocument } from '../../../templates-engine/index.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addTemplateCommands(program: Command, terminal: Terminal): void {
  const template = program.command('template').description('Manage templates');
  template
    .command('set-type')
    .description('Offer a template to all organisations, or only to its own')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--template <id>', 'id of the template')
    .requiredOption('--type <type>', 'PRIVATE or PUBLIC')
    .action(async (given: { organisation: string; template: string; type: string }) => {
      const id = option(Uuid, 'template', given.template);
      const type = option(z.enum(['PRIVATE', 'PUBLIC']), 'type', given.type);
      const change = (context: ActingContext) => setTemplateType(context, { id, type });
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, change)));
    });
  template
    .command('import')
    .description('Publish a design document as a template')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--file <file>', 'the design document (JSON)')
    .option('--template <id>', 'id of a template to publish a new version of')
    .action(async (given: { organisation: string; file: string; template?: string }) => {
      const id = option(Uuid.optional(), 'template', given.template);
      const document = await readDesign(given.file);
      const publish = (context: ActingContext) =>
        id === undefined ? importTemplate(context, document) : publishVersion(context, id, document);
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, publish)));
    });
}

async function publishVersion(context: ActingContext, id: string, document: unknown) {
  const { detectedVariables, version, warnings } = await publishTemplate(context, {
    id,
    design: document as DesignDocument,
  });
  return { id, detectedVariables, version, warnings };
}

async function readDesign(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`--file: can't be read (${code})`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the text, which may be a secret, so only the position is reported.
    const [at = ''] = / at position \d+( \(.*\))?/.exec((error as Error).message) ?? [];
    throw new CommandError(`--file: is not JSON${at}`);
  }
}
