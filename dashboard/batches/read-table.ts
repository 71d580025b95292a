import Papa from 'papaparse';
import { MAX_RECIPIENTS } from '../../domain/limits.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';

export interface Table {
  /** Name of the file. */
  name: string;
  columns: string[];
  /** Texts of each row, one per column, trimmed. */
  rows: string[][];
}

export type ReadResult = { table: Table } | { error: string };

/** Control characters that text files do not contain; only tabs and line ends are allowed. */
const BINARY = /(?![\t-\r\u0085])\p{Cc}/u;

/** Decodes a file as UTF-8, as UTF-16 as written by spreadsheets, or else as Windows-1252. Returns null if it is not text. */
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

/** Reads CSV or TSV with any delimiter. The first line has the column names; empty rows are skipped. */
export function readTable(text: string, name: string): ReadResult {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return { error: `The quotation marks in line ${(broken.row ?? 0) + 1} don’t match.` };
  return tableOf(data, name);
}

/** Returns a table from cells. The first row has the column names; empty rows are skipped. */
export function tableOf(cells: readonly string[][], name: string): ReadResult {
  const trimmed = cells.map((row) => row.map((cell) => cell.trim()));
  const [header, ...lines] = trimmed.filter((row) => row.some((cell) => cell !== ''));
  if (!header) return { error: 'It’s empty.' };
  if (lines.length === 0) return { error: 'It has no rows below the column names.' };
  if (lines.length > MAX_RECIPIENTS) {
    const count = lines.length.toLocaleString();
    return {
      error: `It has ${count} rows. A batch can have up to ${MAX_RECIPIENTS.toLocaleString()}. Split them into several batches.`,
    };
  }
  const width = Math.max(header.length, ...lines.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1));
  const columns = columnNames(header, width);
  return { table: { name, columns, rows: lines.map((cells) => columns.map((_, index) => cells[index] ?? '')) } };
}

/** Returns a unique name for each column. */
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

/** Returns an empty CSV with a template's columns. Its byte order mark makes spreadsheets read it as UTF-8. */
export const emptyTable = (columns: readonly string[]): string => `${BYTE_ORDER_MARK}${csvLine(columns)}`;
