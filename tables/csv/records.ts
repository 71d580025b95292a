import { MAX_CELLS, MAX_COLUMNS, MAX_LISTED, MAX_ROWS, MAX_TEXT } from '../shared/limits.ts';
import { refuse } from '../shared/refuse.ts';

export interface TextRecord {
  /** Number of its first line. */
  line: number;
  cells: string[];
  /** Number of cells in quotes. */
  quoted: number;
}

export interface Records {
  records: TextRecord[];
  /** First lines with text beside the quotes of a cell, which was read as written. */
  loose: number[];
}

interface Reader {
  text: string;
  delimiter: string;
  at: number;
  line: number;
  loose: number[];
}

/**
 * Reads records with one delimiter (RFC 4180), or lines as single cells without one. Keeps the numbers of lines, and knows spaces before
 * quotes. Papa Parse knows neither: its errors name records, and `"a", "b"` gives ` "b"`. Stops after `most` records.
 */
export function readRecords(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): Records {
  const reader: Reader = { text, delimiter, at: 0, line: 1, loose: [] };
  const records: TextRecord[] = [];
  let filled = 0;
  while (reader.at < text.length && records.length < most) {
    const record = nextRecord(reader);
    if (record.cells.every((cell) => cell.trim() === '')) continue;
    filled += record.cells.length;
    records.push(record);
    if (records.length > MAX_ROWS + 1) refuse({ code: 'too_many_rows', rows: countLines(text), most: MAX_ROWS });
    if (filled > MAX_CELLS) refuse({ code: 'too_many_columns', place: String(record.line), most: MAX_COLUMNS });
  }
  return { records, loose: reader.loose };
}

function nextRecord(reader: Reader): TextRecord {
  const record: TextRecord = { line: reader.line, cells: [], quoted: 0 };
  for (;;) {
    const quoted = quotedCell(reader);
    if (quoted !== null) record.quoted += 1;
    const cell = quoted ?? plainCell(reader);
    if (cell.length > MAX_TEXT) refuse({ code: 'cell_too_long', place: String(record.line), most: MAX_TEXT });
    record.cells.push(cell);
    if (record.cells.length > 16 * MAX_COLUMNS)
      refuse({ code: 'too_many_columns', place: String(record.line), most: MAX_COLUMNS });
    const next = reader.text[reader.at];
    reader.at += 1;
    if (next === reader.delimiter) continue;
    if (next === '\r' && reader.text[reader.at] === '\n') reader.at += 1;
    reader.line += 1;
    return record;
  }
}

/** Reads up to the delimiter or the end of the line. */
function plainCell(reader: Reader): string {
  const from = reader.at;
  const { text, delimiter } = reader;
  while (reader.at < text.length && text[reader.at] !== delimiter && !isLineEnd(text[reader.at])) reader.at += 1;
  return text.slice(from, reader.at);
}

const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r';

/** Reads a cell in quotes. Returns null without moving for other cells. Text after the quotes makes them part of the text. */
function quotedCell(reader: Reader): string | null {
  const { text, delimiter } = reader;
  if (delimiter === '') return null;
  let at = reader.at;
  while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1;
  if (text[at] !== '"') return null;
  const parts: string[] = [];
  let from = at + 1;
  for (;;) {
    const end = text.indexOf('"', from);
    if (end < 0) return openQuote(reader, at);
    // A text of this length has swallowed the next lines.
    if (end - at > 2 * MAX_TEXT) refuse({ code: 'open_quote', line: reader.line });
    parts.push(text.slice(from, end));
    from = end + 1;
    if (text[from] !== '"') break;
    parts.push('"');
    from += 1;
  }
  let after = from;
  while (text[after] === ' ' || (text[after] === '\t' && delimiter !== '\t')) after += 1;
  const cell = parts.join('');
  const lines = countLines(cell) - 1;
  const isClosed = after >= text.length || text[after] === delimiter || isLineEnd(text[after]);
  if (!isClosed && lines > 0) refuse({ code: 'open_quote', line: reader.line });
  if (!isClosed) {
    if (reader.loose.length < MAX_LISTED) reader.loose.push(reader.line);
    return null;
  }
  reader.at = after;
  reader.line += lines;
  return cell.replace(/\r\n?/g, '\n');
}

/** A quote that is never closed on its line is the first character of a text, such as `"A` in pasted cells. */
function openQuote(reader: Reader, at: number): null {
  const rest = reader.text.slice(at);
  if (reader.delimiter !== '\t' || /[\r\n]/.test(rest.trimEnd())) refuse({ code: 'open_quote', line: reader.line });
  return null;
}

/** Counts lines that end with LF, CR LF or CR. */
function countLines(text: string): number {
  let lines = 1;
  for (let at = 0; at < text.length; at += 1)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) lines += 1;
  return lines;
}
