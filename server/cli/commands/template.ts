import type { Command } from 'commander';
import { z } from 'zod';
import type { ActingContext } from '../../../domain/context.ts';
import { CommandError } from '../../../domain/errors.ts';
import { MAX_DESIGN_BYTES } from '../../../domain/limits.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { findTemplateByName } from '../../../domain/templates/find-by-name.ts';
import { importTemplate } from '../../../domain/templates/import.ts';
import { getOwnTemplate, listOwnTemplates } from '../../../domain/templates/list-own.ts';
import { publishTemplate } from '../../../domain/templates/publish-from-code.ts';
import { setTemplateType } from '../../../domain/templates/set-type.ts';
import type { DesignDocument } from '../../../templates-engine/index.ts';
import { OR_STDIN, readGivenFile } from '../given-file.ts';
import { create, differencesOf, type Existing, IF_MISSING } from '../if-missing.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option } from '../options.ts';
import { type GivenPage, givenPage, withPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

interface GivenDesign {
  organisation: string;
  file: string;
  template?: string;
  ifMissing?: true;
}

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
    .requiredOption('--file <file>', `the design document (JSON)${OR_STDIN}`)
    .option('--template <id>', 'id of a template to publish a new version of')
    .option(...IF_MISSING)
    .action(async (given: GivenDesign) => {
      const id = option(Uuid.optional(), 'template', given.template);
      if (id !== undefined && given.ifMissing)
        throw new CommandError('--if-missing: use it without --template, which always publishes a version');
      const document = await readDesign(terminal, given.file);
      const publish = (context: ActingContext): Promise<object> =>
        id === undefined
          ? create(context, terminal, {
              noun: 'template',
              ifMissing: given.ifMissing,
              find: (inside) => findSame(inside, document),
              create: (inside) => importTemplate(inside, document),
            })
          : publishVersion(context, id, document);
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, publish)));
    });
  withPages(template.command('list'))
    .description('List the templates, newest first, also drafts and archived ones')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .action(async (given: GivenPage & { organisation: string }) => {
      const page = givenPage(given);
      const list = (context: ActingContext) => listOwnTemplates(context, page);
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, list)));
    });
  template
    .command('show')
    .description('Show a template and its variables')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--template <id>', 'id of the template')
    .action(async (given: { organisation: string; template: string }) => {
      const id = option(Uuid, 'template', given.template);
      const show = (context: ActingContext) => getOwnTemplate(context, { id });
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, show)));
    });
}

async function findSame(context: ActingContext, document: unknown): Promise<Existing | null> {
  const found = await findTemplateByName(context, document);
  return found && { id: found.id, differences: differencesOf({ file: !found.hasSameDesign }) };
}

async function publishVersion(context: ActingContext, id: string, document: unknown) {
  const { detectedVariables, version, warnings } = await publishTemplate(context, {
    id,
    design: document as DesignDocument,
  });
  return { id, detectedVariables, version, warnings };
}

async function readDesign(terminal: Terminal, path: string): Promise<unknown> {
  const bytes = await readGivenFile(terminal, { name: 'file', path, most: MAX_DESIGN_BYTES });
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    // The parser's message quotes the text, which may be a secret, so only the position is reported.
    const [at = ''] = / at position \d+( \(.*\))?/.exec((error as Error).message) ?? [];
    throw new CommandError(`--file: is not JSON${at}`);
  }
}
