import type { Note } from '../../tables/shared/types.ts';

/** Returns what the reader decided, for those notes that a person should know; null for the usual case. */
export function noteText(note: Note): string | null {
  switch (note.code) {
    case 'encoding':
      return /^utf-/.test(note.encoding) ? null : `Read as ${note.encoding}.`;
    case 'delimiter':
    case 'merged_cells':
      return null;
    case 'sheet':
      return note.sheets > 1 ? `Sheet “${note.name}” of ${note.sheets.toLocaleString()}.` : null;
    case 'hidden_sheets':
      return `Hidden sheets are left out: ${note.names.join(', ')}.`;
    case 'hidden_rows':
      return `${counted(note.count, 'hidden row is', 'hidden rows are')} ${outOrIn(note.isIncluded)}.`;
    case 'hidden_columns':
      return `Hidden columns are ${outOrIn(note.isIncluded)}: ${note.names.join(', ')}.`;
    case 'header':
      return note.skipped > 0 ? `The column names are in row ${note.row.toLocaleString()}.` : null;
    case 'error_cells':
      return `${counted(note.count, 'cell has an error', 'cells have errors')}: ${listed(note)}.`;
    case 'uncalculated_cells':
      return `${counted(note.count, 'formula has', 'formulas have')} no saved result: ${listed(note)}. Open the file in a spreadsheet program and save it again.`;
    case 'long_numbers':
      return `Numbers of more than 15 digits lose digits in spreadsheets. Check ${listed(note)}.`;
    case 'loose_quotes':
      return `Quotation marks are read as written in ${lines(note.lines)}.`;
    case 'unescaped':
      return `The apostrophes that our downloads put before formulas are removed from ${counted(note.count, 'cell', 'cells')}.`;
    case 'unnamed_columns':
      return `Columns without a name: ${note.places.join(', ')}.`;
    case 'rows_left_out':
      return `Left out: ${lines(note.lines)}.`;
  }
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
const outOrIn = (isIncluded: boolean): string => (isIncluded ? 'included' : 'left out');
const lines = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')}`;
const listed = ({ addresses, count }: { addresses: readonly string[]; count: number }): string =>
  `${addresses.slice(0, 5).join(', ')}${count > 5 ? ' …' : ''}`;
