import { type Command, Option } from 'commander';
import { listCertificates } from '../../../domain/certificates/list.ts';
import { getCertificate } from '../../../domain/certificates/read.ts';
import { ListCertificates, RenderStatus } from '../../../domain/certificates/schemas.ts';
import { CERTIFICATE_STATES } from '../../../domain/certificates/state.ts';
import type { ActingContext } from '../../../domain/context.ts';
import { ImportCertificates } from '../../../domain/importing/schemas.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { DATE_ORDERS } from '../../../tables/values/dates.ts';
import { OR_STDIN } from '../given-file.ts';
import { importTable } from '../import-table.ts';
import { organisationContext, withInstallation } from '../installation.ts';
import { option, RowNumber } from '../options.ts';
import { type GivenPage, givenPage, withPages } from '../pages.ts';
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

interface GivenList extends GivenPage {
  organisation: string;
  template?: string;
  batch?: string;
  status?: string;
  renderStatus?: string;
  search?: string;
}

export function addCertificateCommands(program: Command, terminal: Terminal): void {
  const certificate = program.command('certificate').description('Manage certificates');
  addReadingCommands(certificate, terminal);
  certificate
    .command('import')
    .description('Import certificates that were issued elsewhere, from a table (docs/moving.md)')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--file <file>', `CSV, XLSX or ODS; a row names the columns${OR_STDIN}`)
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

function addReadingCommands(certificate: Command, terminal: Terminal): void {
  const { shape } = ListCertificates;
  withPages(certificate.command('list'))
    .description('List the certificates, newest first')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .option('--template <id>', 'only those of this template')
    .option('--batch <id>', 'only those of this batch')
    .option('--status <status>', `only those of this status: ${CERTIFICATE_STATES.join(', ')}`)
    .option('--render-status <status>', `only those of this status: ${RenderStatus.options.join(', ')}`)
    .option('--search <text>', "part of a recipient's name or address, of a number or a value")
    .action(async (given: GivenList) => {
      const filter = {
        templateId: option(shape.templateId, 'template', given.template),
        batchId: option(shape.batchId, 'batch', given.batch),
        status: option(shape.status, 'status', given.status),
        renderStatus: option(shape.renderStatus, 'render-status', given.renderStatus),
        search: option(shape.search, 'search', given.search),
        ...givenPage(given),
      };
      const list = (context: ActingContext) => listCertificates(context, filter);
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, list)));
    });
  certificate
    .command('show')
    .description('Show a certificate')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--id <id>', 'id of the certificate')
    .action(async (given: { organisation: string; id: string }) => {
      const id = option(Uuid, 'id', given.id);
      const show = (context: ActingContext) => getCertificate(context, { id });
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, show)));
    });
}
