import { plural, t } from '@lingui/core/macro';
import type { Note } from '../../tables/shared/types.ts';
import { formatNumber } from '../components/format.tsx';
import { joined } from '../language/joined.ts';

/** Returns what the reader decided, for those notes that a person should know; null for the usual case. */
export function noteText(note: Note): string | null {
  switch (note.code) {
    case 'encoding':
      return /^utf-/.test(note.encoding) ? null : t`Read as ${{ encoding: note.encoding }}.`;
    case 'delimiter':
    case 'merged_cells':
      return null;
    case 'sheet':
      return note.sheets > 1
        ? plural({ sheets: note.sheets }, { other: `Sheet “${{ name: note.name }}” of #.` })
        : null;
    case 'hidden_sheets':
      return t`Hidden sheets are left out: ${{ names: joined(note.names) }}.`;
    case 'hidden_rows':
      return note.isIncluded
        ? plural({ count: note.count }, { one: '# hidden row is included.', other: '# hidden rows are included.' })
        : plural({ count: note.count }, { one: '# hidden row is left out.', other: '# hidden rows are left out.' });
    case 'hidden_columns':
      return note.isIncluded
        ? t`Hidden columns are included: ${{ names: joined(note.names) }}.`
        : t`Hidden columns are left out: ${{ names: joined(note.names) }}.`;
    case 'header':
      return note.skipped > 0 ? t`The column names are in row ${{ row: formatNumber(note.row) }}.` : null;
    case 'error_cells':
      return plural(
        { count: note.count },
        {
          one: `# cell has an error: ${{ cells: listed(note) }}.`,
          other: `# cells have errors: ${{ cells: listed(note) }}.`,
        },
      );
    case 'uncalculated_cells':
      return plural(
        { count: note.count },
        {
          one: `# formula has no saved result: ${{ cells: listed(note) }}. Open the file in a spreadsheet program and save it again.`,
          other: `# formulas have no saved result: ${{ cells: listed(note) }}. Open the file in a spreadsheet program and save it again.`,
        },
      );
    case 'long_numbers':
      return t`Numbers of more than 15 digits lose digits in spreadsheets. Check ${{ cells: listed(note) }}.`;
    case 'loose_quotes':
      return plural(
        { count: note.lines.length },
        {
          one: `Quotation marks are read as written in line ${{ lines: joined(note.lines) }}.`,
          other: `Quotation marks are read as written in lines ${{ lines: joined(note.lines) }}.`,
        },
      );
    case 'unescaped':
      return plural(
        { count: note.count },
        {
          one: 'The apostrophes that our downloads put before formulas are removed from # cell.',
          other: 'The apostrophes that our downloads put before formulas are removed from # cells.',
        },
      );
    case 'unnamed_columns':
      return t`Columns without a name: ${{ places: joined(note.places) }}.`;
    case 'rows_left_out':
      if (note.count > note.lines.length)
        return plural(
          { count: note.count },
          { other: `Left out: # lines. The first is line ${{ line: formatNumber(note.lines[0] ?? 0) }}.` },
        );
      return plural(
        { count: note.lines.length },
        {
          one: `Left out: line ${{ lines: joined(note.lines) }}.`,
          other: `Left out: lines ${{ lines: joined(note.lines) }}.`,
        },
      );
  }
}

/** Returns the first addresses of cells. */
const listed = ({ addresses, count }: { addresses: readonly string[]; count: number }): string =>
  `${joined(addresses.slice(0, 5))}${count > 5 ? ' …' : ''}`;
