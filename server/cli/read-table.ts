import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { CommandError } from '../../domain/errors.ts';

/** Row of a table: its texts by column, without empty ones. */
export interface TableRow {
  /** Number of the row in the file, of which the first has the names of the columns. */
  number: number;
  texts: ReadonlyMap<string, string>;
}

export interface Table {
  columns: string[];
  rows: TableRow[];
}

/** Reads a CSV or TSV file in UTF-8, whose first row names the columns. CommandError if it is not such a file. */
export async function readTable(path: string): Promise<Table> {
  const bytes = await readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`--file: can't be read (${code})`);
  });
  const { data, errors } = Papa.parse<string[]>(decode(bytes), { skipEmptyLines: false });
  const quotes = errors.find(({ type }) => type === 'Quotes');
  if (quotes) throw new CommandError(`--file: the quotation marks in row ${(quotes.row ?? 0) + 1} don't match`);
  const [header = [], ...lines] = data;
  const columns = header.map((name) => name.trim());
  const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (repeated !== undefined) throw new CommandError(`--file: the column ${repeated} occurs twice`);
  const rows = lines.map((cells, index) => ({ number: index + 2, texts: textsOf(columns, cells) }));
  return { columns: columns.filter((name) => name !== ''), rows: rows.filter(({ texts }) => texts.size > 0) };
}

function decode(bytes: Uint8Array): string {
  try {
    // Removes the byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError('--file: is not UTF-8. Save it as CSV in UTF-8');
  }
}

const textsOf = (columns: readonly string[], cells: readonly string[]): Map<string, string> =>
  new Map(
    columns.flatMap((name, index) => {
      const text = cells[index]?.trim() ?? '';
      return name === '' || text === '' ? [] : [[name, text] as const];
    }),
  );
