import { type Command, Option } from 'commander';
import type { ActingContext } from '../../../domain/context.ts';
import { createNumberSeries } from '../../../domain/numbering/create.ts';
import { listNumberSeries } from '../../../domain/numbering/list.ts';
import { CreateNumberSeries } from '../../../domain/numbering/schemas.ts';
import { create, differencesOf, type Existing, IF_MISSING } from '../if-missing.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

interface GivenSeries {
  organisation: string;
  name: string;
  pattern: string;
  start: string;
  reset: string;
  ifMissing?: true;
}

export function addNumberSeriesCommands(program: Command, terminal: Terminal): void {
  const series = program.command('number-series').description('Manage series of certificate numbers');
  series
    .command('create')
    .description('Create a series; it never changes')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--name <name>', 'name by which designs refer to it')
    .requiredOption('--pattern <pattern>', 'text with {####}, and optionally {YYYY} and {MM}')
    .option('--start <number>', 'first serial', '1')
    .addOption(new Option('--reset <when>', 'when it starts again').choices(['yearly', 'never']).default('never'))
    .option(...IF_MISSING)
    .action(async (given: GivenSeries) => {
      const { shape } = CreateNumberSeries;
      const name = option(shape.name, 'name', given.name);
      const start = option(shape.start, 'start', Number(given.start));
      option(shape.pattern, 'pattern', given.pattern);
      const input = option(CreateNumberSeries, 'pattern', { name, pattern: given.pattern, start, reset: given.reset });
      const work = (context: ActingContext) =>
        create(context, terminal, {
          noun: 'series',
          ifMissing: given.ifMissing,
          find: (inside) => findNamed(inside, input),
          create: (inside) => createNumberSeries(inside, input),
        });
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, work)));
    });
  series
    .command('list')
    .description('List the series and their next numbers')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .action(async ({ organisation }: { organisation: string }) => {
      terminal.print(await withInstallation(terminal, organisationContext(organisation, listNumberSeries)));
    });
}

async function findNamed(context: ActingContext, input: CreateNumberSeries): Promise<Existing | null> {
  const { numberSeries } = await listNumberSeries(context);
  const found = numberSeries.find(({ name }) => name === input.name);
  if (!found) return null;
  const differs = (name: 'pattern' | 'start' | 'reset') => found[name] !== input[name];
  const differences = differencesOf({
    pattern: differs('pattern'),
    start: differs('start'),
    reset: differs('reset'),
  });
  return { id: found.id, differences };
}
