import Papa from 'papaparse';
import { MAX_RECIPIENTS } from '../../domain/limits.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';

export interface Table {
  /** What it was called: the file's name. */
  name: string;
  columns: string[];
  /** A text for each column, without the spaces around it. */
  rows: string[][];
}

export type ReadResult = { table: Table } | { error: string };

/** What no text has: of these only tabs and line ends are written. */
const BINARY = /(?![\t-\r\u0085])\p{Cc}/u;

/** A file's text: UTF-8 or UTF-16 as spreadsheets write it, or Windows-1252 where the bytes are neither; null for no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  return BINARY.test(text) ? null : text;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads CSV or TSV with any delimiter, its first line the names of the columns. Empty rows are left out. */
export function readTable(text: string, name: string): ReadResult {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return { error: `The quotation marks in line ${(broken.row ?? 0) + 1} do not match.` };
  return tableOf(data, name);
}

/** A table of cells, its first row the names of the columns. Empty rows are left out. */
export function tableOf(cells: readonly string[][], name: string): ReadResult {
  const trimmed = cells.map((row) => row.map((cell) => cell.trim()));
  const [header, ...lines] = trimmed.filter((row) => row.some((cell) => cell !== ''));
  if (!header) return { error: 'There is nothing in it.' };
  if (lines.length === 0) return { error: 'There are no rows below the first line, which names the columns.' };
  if (lines.length > MAX_RECIPIENTS) {
    const count = lines.length.toLocaleString();
    return {
      error: `There are ${count} rows, and a batch has at most ${MAX_RECIPIENTS.toLocaleString()}. Split them into several batches.`,
    };
  }
  const width = Math.max(header.length, ...lines.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1));
  const columns = columnNames(header, width);
  return { table: { name, columns, rows: lines.map((cells) => columns.map((_, index) => cells[index] ?? '')) } };
}

/** A name for each column, no two alike. */
function columnNames(header: readonly string[], width: number): string[] {
  const names: string[] = [];
  for (let index = 0; index < width; index += 1) {
    const wanted = header[index] || `Column ${index + 1}`;
    let name = wanted;
    for (let copy = 2; names.includes(name); copy += 1) name = `${wanted} (${copy})`;
    names.push(name);
  }
  return names;
}

/** An empty CSV with the columns of a template, for a spreadsheet: the mark at its start makes it read UTF-8. */
export const emptyTable = (columns: readonly string[]): string => `${BYTE_ORDER_MARK}${csvLine(columns)}`;
