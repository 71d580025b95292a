import { type Command, Option } from 'commander';
import type { ActingContext } from '../../../domain/context.ts';
import { ImportCertificates } from '../../../domain/importing/schemas.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { DATE_ORDERS } from '../../../tables/values/dates.ts';
import { importTable } from '../import-table.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option, RowNumber } from '../options.ts';
import type { TableOptions } from '../read-table.ts';
import type { Terminal } from '../terminal.ts';

interface Given extends Omit<TableOptions, 'headerRow'> {
  organisation: string;
  file: string;
  pdfs?: string;
  template?: string;
  issuer?: string;
  column: string[];
  headerRow?: string;
  dryRun?: true;
}

export function addCertificateCommands(program: Command, terminal: Terminal): void {
  const certificate = program.command('certificate').description('Manage certificates');
  certificate
    .command('import')
    .description('Import certificates that were issued elsewhere, from a table (docs/moving.md)')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--file <file>', 'CSV, XLSX or ODS; a row names the columns')
    .option('--template <id>', 'id of the template that renders certificates without an original PDF')
    .option('--pdfs <directory>', 'directory of the original PDFs that the column originalPdf names')
    .option('--issuer <name>', 'issuer elsewhere, such as the name of the former platform')
    .option(
      '--column <name=column>',
      'column of another name, such as recipientName="Full name"; repeatable',
      collect,
      [],
    )
    .addOption(
      new Option('--date-order <order>', 'order of the numbers in dates, if the file leaves it open').choices(
        DATE_ORDERS,
      ),
    )
    .addOption(
      new Option('--decimal-mark <mark>', 'mark before decimals, if the file leaves it open').choices(['.', ',']),
    )
    .option('--encoding <name>', 'encoding of a text, such as windows-1252')
    .option('--delimiter <text>', 'text between the cells of a CSV; an empty one reads each line as one cell')
    .option('--sheet <name>', 'sheet of a spreadsheet')
    .option('--header-row <number>', 'row with the names of the columns')
    .addOption(
      new Option('--extra-cells <choice>', 'cells beyond the names of the columns').choices(['keep', 'leave-out']),
    )
    .option('--hidden', 'include hidden rows and columns')
    .option('--locale <language>', 'language in which a spreadsheet shows numbers and dates, such as de')
    .option('--dry-run', 'check everything and import nothing')
    .action(async (given: Given) => {
      const templateId = option(Uuid.optional(), 'template', given.template);
      option(ImportCertificates.shape.issuer, 'issuer', given.issuer);
      const headerRow = option(RowNumber.optional(), 'header-row', given.headerRow);
      const work = (context: ActingContext) =>
        importTable(context, terminal, { ...given, template: templateId, headerRow });
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, work)));
    });
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value];
