import type { ActingContext } from '../../domain/context.ts';
import { CommandError, DomainError } from '../../domain/errors.ts';
import { checkTogether } from '../../domain/importing/check-together.ts';
import { importCertificates } from '../../domain/importing/import.ts';
import type { ImportCertificates, ImportedCertificates, ImportRow } from '../../domain/importing/schemas.ts';
import { MAX_RECIPIENTS } from '../../domain/limits.ts';
import { getTemplate } from '../../domain/templates/read.ts';
import type { Detail } from '../../errors/detail.ts';
import { type Columns, FIXED, readImportRow } from './import-row.ts';
import { readTableFile, type TableOptions } from './read-table.ts';
import { reasonOf } from './reason.ts';
import type { Terminal } from './terminal.ts';

interface Given extends TableOptions {
  file: string;
  pdfs?: string | undefined;
  template?: string | undefined;
  issuer?: string | undefined;
  /** Names with the columns that have them, such as `recipientName=Full name`. */
  column: string[];
  dryRun?: true;
}

interface Imported {
  imported: number;
  credits: { consumed: number };
  certificates: ImportedCertificates['certificates'];
}

interface NumberedRow {
  /** Number of the row in the file. */
  number: number;
  row: ImportRow;
}

/**
 * Imports the certificates of a table, after a check of all rows. Each 1,000 rows are imported together. A dry run reports the warnings of
 * the check. CommandError with the number of the row and the column for a fault, and the number of those that were imported before it.
 */
export async function importTable(context: ActingContext, terminal: Terminal, given: Given): Promise<Imported> {
  const table = await readTableFile(terminal, given.file, given);
  const { template: id, pdfs } = given;
  const variables = id === undefined ? [] : (await getTemplate(context, { id })).variables;
  const types = new Map(variables.map(({ name, type }) => [name, type]));
  const columns = columnsOf(table.columns, [...types.keys()], given.column);
  const rows: NumberedRow[] = [];
  for (const row of table.rows)
    rows.push({ number: row.number, row: await readImportRow(context, row, columns, { pdfs, table, types }) });
  const parts = partsOf(rows);
  if (parts.length > 1) await withRowNumbers(checkTogether(context, callOf(rows, given)), rows);
  const warnings = new Set<string>();
  for (const part of parts) {
    const checked = await importPart(context, part, given, { dryRun: true });
    for (const warning of checked.warnings ?? []) warnings.add(lineOf(warning, part));
  }
  const total: Imported = { imported: 0, credits: { consumed: 0 }, certificates: [] };
  if (given.dryRun) {
    for (const line of warnings) terminal.report(line);
    terminal.report(`checked ${counted(rows.length, 'row')}, ${counted(warnings.size, 'warning')}`);
    return total;
  }
  for (const part of parts) {
    const { imported, credits, certificates } = await importPart(context, part, given, {}).catch((error: unknown) => {
      throw total.imported === 0
        ? error
        : new CommandError(`${total.imported} were imported. Then: ${reasonOf(error)}`);
    });
    total.imported += imported;
    total.credits.consumed += credits.consumed;
    total.certificates.push(...certificates);
    if (parts.length > 1) terminal.report(`imported ${total.imported} of ${rows.length}`);
  }
  return total;
}

const partsOf = (rows: readonly NumberedRow[]): NumberedRow[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_RECIPIENTS) }, (_, part) =>
    rows.slice(part * MAX_RECIPIENTS, (part + 1) * MAX_RECIPIENTS),
  );

const importPart = (
  context: ActingContext,
  part: readonly NumberedRow[],
  given: Given,
  { dryRun }: { dryRun?: true },
) => withRowNumbers(importCertificates(context, { ...callOf(part, given), dryRun }), part);

const callOf = (rows: readonly NumberedRow[], { template: templateId, issuer }: Given): ImportCertificates => ({
  ...{ templateId, issuer, certificates: rows.map(({ row }) => row) },
});

/** Waits for a call. Its faults name the rows in the file. */
const withRowNumbers = <Answer>(call: Promise<Answer>, rows: readonly NumberedRow[]): Promise<Answer> =>
  call.catch((error: unknown) => {
    throw byRow(error, rows);
  });

/**
 * Returns the columns of each member and variable: those of its name, or the ones that `NAME=COLUMN+COLUMN` names. CommandError for an
 * unknown name or column.
 */
function columnsOf(found: readonly string[], variables: readonly string[], renamed: readonly string[]): Columns {
  const known = [...FIXED, ...variables];
  const columns = new Map(found.filter((name) => known.includes(name)).map((name) => [name, [name]]));
  for (const text of renamed) {
    const at = text.indexOf('=');
    const name = text.slice(0, at);
    if (at < 0 || !known.includes(name))
      throw new CommandError(`--column: unknown name. Use one of ${known.join(', ')}`);
    const given = found.includes(text.slice(at + 1)) ? [text.slice(at + 1)] : text.slice(at + 1).split('+');
    if (given.some((column) => !found.includes(column)))
      throw new CommandError(`--column: the file has no such column. Use one of ${found.join(', ')}`);
    columns.set(name, given);
  }
  const unknown = found.filter((name) => !known.includes(name));
  // With renamed columns, the others were left out on purpose.
  if (unknown.length > 0 && renamed.length === 0)
    throw new CommandError(
      `--file: unknown columns ${unknown.join(', ')}. Rename them with --column, or use ${known.join(', ')}`,
    );
  return columns;
}

/** Returns the error with the numbers of the rows in the file instead of their places in the call. */
function byRow(error: unknown, part: readonly NumberedRow[]): unknown {
  if (!(error instanceof DomainError) || !error.extras.details) return error;
  return new CommandError(error.extras.details.map((one) => lineOf(one, part)).join(' '));
}

/** Returns a fault or warning in a line, with the numbers of rows in the file. One that no row causes keeps its path. */
function lineOf({ path, message, params }: Omit<Detail, 'code'>, part: readonly NumberedRow[]): string {
  const { row } = params;
  const text =
    typeof row === 'number' ? message.replace(/at index [\d,]+/, `in row ${part[row]?.number ?? row}`) : message;
  const [, place, member] = /^certificates\[(\d+)\]\.(.*)$/.exec(path) ?? [];
  return place === undefined ? `${path}: ${text}` : `row ${part[Number(place)]?.number}, ${member}: ${text}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
