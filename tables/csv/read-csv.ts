import { MAX_COLUMNS } from '../shared/limits.ts';
import { refuse } from '../shared/refuse.ts';
import type { Cell, Note, Sheet } from '../shared/types.ts';
import { findDialect } from './dialect.ts';
import { readRecords, type TextRecord } from './records.ts';

interface TextTable {
  sheet: Sheet;
  notes: Note[];
  delimiter: string;
}

/** Reads a text as a sheet: its delimiter, and records. */
export function readCsv(source: string, chosen?: string): TextTable {
  const { text, delimiter, hasSepLine } = findDialect(source, chosen);
  const { records, loose } = readRecords(text, delimiter);
  const shift = hasSepLine ? 1 : 0;
  const rows = records.map((record) => rowOf(record, shift));
  const notes: Note[] = [{ code: 'delimiter', delimiter }];
  if (loose.length > 0) notes.push({ code: 'loose_quotes', lines: loose.map((line) => line + shift) });
  return { sheet: { name: '', isHidden: false, rows, hiddenColumns: new Set() }, notes, delimiter };
}

function rowOf({ line, cells }: TextRecord, shift: number): Sheet['rows'][number] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  if (last >= MAX_COLUMNS) refuse({ code: 'too_many_columns', place: String(line + shift), most: MAX_COLUMNS });
  return { number: line + shift, isHidden: false, cells: cells.slice(0, last + 1).map(cellOf) };
}

function cellOf(text: string): Cell | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : { text: trimmed, kind: 'text' };
}
