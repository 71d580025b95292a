import { type Command, Option } from 'commander';
import { createNumberSeries } from '../../../domain/numbering/create.ts';
import { listNumberSeries } from '../../../domain/numbering/list.ts';
import { CreateNumberSeries } from '../../../domain/numbering/schemas.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

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
    .action(async (given: { organisation: string; name: string; pattern: string; start: string; reset: string }) => {
      const { shape } = CreateNumberSeries;
      const name = option(shape.name, 'name', given.name);
      const start = option(shape.start, 'start', Number(given.start));
      option(shape.pattern, 'pattern', given.pattern);
      const input = option(CreateNumberSeries, 'pattern', { name, pattern: given.pattern, start, reset: given.reset });
      terminal.print(
        await withInstallation(
          terminal,
          organisationContext(given.organisation, (context) => createNumberSeries(context, input)),
        ),
      );
    });
  series
    .command('list')
    .description('List the series and their next numbers')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .action(async ({ organisation }: { organisation: string }) => {
      terminal.print(await withInstallation(terminal, organisationContext(organisation, listNumberSeries)));
    });
}
