import { type Command, Option } from 'commander';
import type { ActingContext } from '../../../domain/context.ts';
import { ImportCertificates } from '../../../domain/importing/schemas.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import type { DateOrder } from '../../../tables/shared/types.ts';
import { DATE_ORDERS } from '../../../tables/values/dates.ts';
import { importTable } from '../import-table.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

interface Given {
  organisation: string;
  file: string;
  pdfs?: string;
  template?: string;
  issuer?: string;
  column: string[];
  dates: DateOrder;
  dryRun?: true;
}

export function addCertificateCommands(program: Command, terminal: Terminal): void {
  const certificate = program.command('certificate').description('Manage certificates');
  certificate
    .command('import')
    .description('Import certificates that were issued elsewhere, from a table (docs/moving.md)')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--file <file>', 'CSV in UTF-8; its first row names the columns')
    .option('--template <id>', 'id of the template that renders certificates without an original PDF')
    .option('--pdfs <directory>', 'directory of the original PDFs that the column originalPdf names')
    .option('--issuer <name>', 'issuer elsewhere, such as the name of the former platform')
    .option(
      '--column <name=column>',
      'column of another name, such as recipientName="Full name"; repeatable',
      collect,
      [],
    )
    .addOption(new Option('--dates <order>', 'order of the numbers in dates').choices(DATE_ORDERS).default('ymd'))
    .option('--dry-run', 'check everything and import nothing')
    .action(async (given: Given) => {
      const templateId = option(Uuid.optional(), 'template', given.template);
      option(ImportCertificates.shape.issuer, 'issuer', given.issuer);
      const work = (context: ActingContext) => importTable(context, terminal, { ...given, template: templateId });
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, work)));
    });
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value];
