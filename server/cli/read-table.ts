import { CommandError } from '../../domain/errors.ts';
import { readTable } from '../../tables/read-table.ts';
import { MAX_FILE_BYTES } from '../../tables/shared/limits.ts';
import type { Cell, Choices, Column, DateOrder, DecimalMark, Reading } from '../../tables/shared/types.ts';
import { dateOf, numberOf } from '../../tables/values/value-of.ts';
import { readGivenFile } from './given-file.ts';
import { refusalReason } from './refusal-reason.ts';
import { openQuestion } from './table-question.ts';
import type { Terminal } from './terminal.ts';

/** Answers to the open questions of a file. */
export interface TableOptions {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  /** Name of the sheet. */
  sheet?: string | undefined;
  /** Number of the row with the names of the columns. */
  headerRow?: number | undefined;
  extraCells?: 'keep' | 'leave-out' | undefined;
  hidden?: true | undefined;
  locale?: string | undefined;
  dateOrder?: DateOrder | undefined;
  decimalMark?: DecimalMark | undefined;
}

/** Row of a table: its cells by column, without empty ones. */
export interface TableRow {
  /** Number of the row in the file. */
  number: number;
  cells: ReadonlyMap<string, Cell>;
}

export interface Table {
  columns: string[];
  rows: TableRow[];
  /** Returns a cell's date, YYYY-MM-DD or with a time; null if it is no date. CommandError if its order is open. */
  dateIn: (column: string, cell: Cell) => string | null;
  /** Returns a cell's number with a decimal point; null if it is no number. CommandError if its mark is open. */
  numberIn: (column: string, cell: Cell) => string | null;
}

/**
 * Reads a CSV file or a spreadsheet, as the dashboard does. Asks nothing: CommandError with the options that decide if the file leaves
 * something open, and for a file without a table.
 */
export async function readTableFile(terminal: Terminal, path: string, options: TableOptions): Promise<Table> {
  const bytes = await readGivenFile(terminal, { name: 'file', path, most: MAX_FILE_BYTES });
  const reading = await read(bytes, await choicesFor(bytes, options));
  const open = reading.questions.find((question) => !('column' in question));
  if (open) throw new CommandError(openQuestion(open));
  const repeated = reading.columns.find(({ isRepeated }) => isRepeated);
  if (repeated) throw new CommandError(`--file: the column ${repeated.name.replace(/ \(\d+\)$/, '')} occurs twice`);
  const columns = reading.columns.map(({ name }) => name);
  return {
    columns: columns.filter((name) => name !== ''),
    rows: reading.rows.map(({ number, cells }) => ({ number, cells: cellsOf(columns, cells) })),
    dateIn: (name, cell) => dateOf(cell, decided(reading, name, 'date_order', options.dateOrder)),
    numberIn: (name, cell) => numberOf(cell, decided(reading, name, 'decimal_mark', options.decimalMark)),
  };
}

async function read(bytes: Uint8Array, choices: Choices): Promise<Reading> {
  const result = await readTable(bytes, choices);
  if ('refusal' in result) throw new CommandError(`--file: ${refusalReason(result.refusal)}`);
  return result.reading;
}

/** Returns the reader's choices. A sheet has a number there, which its name gives once the file was opened. */
async function choicesFor(bytes: Uint8Array, { sheet, ...given }: TableOptions): Promise<Choices> {
  const { encoding, delimiter, headerRow, extraCells, hidden, locale } = given;
  const choices: Choices = {
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(headerRow !== undefined && { headerRow }),
    ...(extraCells !== undefined && { extraCells }),
    ...(hidden && { includesHidden: true }),
    ...(locale !== undefined && { locale }),
  };
  if (sheet === undefined) return choices;
  const { sheets } = await read(bytes, choices);
  const index = sheets.findIndex(({ name }) => name === sheet);
  if (index >= 0) return { ...choices, sheet: index };
  throw new CommandError(`--sheet: no such sheet. Use one of ${sheets.map(({ name }) => name).join(', ')}`);
}

/** Returns the order or the mark of a column: the one that its values prove, otherwise the given one. CommandError if neither decides. */
function decided<Code extends 'date_order' | 'decimal_mark'>(
  { columns, questions }: Reading,
  name: string,
  code: Code,
  given: (Code extends 'date_order' ? DateOrder : DecimalMark) | undefined,
): (Code extends 'date_order' ? DateOrder : DecimalMark) | undefined {
  const question = questions.find((one) => one.code === code && 'name' in one && one.name === name);
  if (question && given === undefined) throw new CommandError(openQuestion(question));
  if (question) return given;
  const column: Column | undefined = columns.find((one) => one.name === name);
  const [proven] = (code === 'date_order' ? column?.dateOrders : column?.decimalMarks) ?? [];
  return (proven ?? given) as typeof given;
}

const cellsOf = (columns: readonly string[], cells: readonly Cell[]): Map<string, Cell> =>
  new Map(
    columns.flatMap((name, index) => {
      const cell = cells[index];
      return name === '' || !cell || cell.text === '' ? [] : [[name, cell] as const];
    }),
  );
