import { readCsv } from './csv/read-csv.ts';
import { MAX_LISTED } from './shared/limits.ts';
import { refuse, TableRefusal } from './shared/refuse.ts';
import type { Choices, Note, Question, Reading, Sheet } from './shared/types.ts';
import { decode } from './text/decode.ts';
import type { ReadSheet, SheetEntry } from './workbook/types.ts';

/** Sheet that was chosen, with what was decided before its layout. */
export interface Source {
  sheet: Sheet;
  index: number;
  sheets: Reading['sheets'];
  isText: boolean;
  report: Note[];
  questions: Question[];
}

/** Maximum number of visible sheets that are read to find the one with the table. */
const MAX_SHEETS = 20;

/** Opens a text or a workbook, and chooses the sheet. */
export async function openSource(from: Uint8Array | string, kind: 'text' | 'zip', choices: Choices): Promise<Source> {
  if (typeof from === 'string' || kind === 'text') return openText(from, choices);
  // Loaded with the first workbook.
  const { openWorkbook } = await import('./workbook/open-workbook.ts');
  return chooseSheet(await openWorkbook(from, choices.locale), choices);
}

function openText(from: Uint8Array | string, choices: Choices): Source {
  const decoded = typeof from === 'string' ? { text: from.replace(/^\uFEFF/, '') } : decode(from, choices.encoding);
  const { sheet, notes } = readCsv(decoded.text, choices.delimiter);
  return {
    sheet,
    index: 0,
    sheets: [{ name: '', isHidden: false, rows: sheet.rows.length }],
    isText: true,
    report: 'note' in decoded ? [decoded.note, ...notes] : notes,
    questions: 'question' in decoded && decoded.question ? [decoded.question] : [],
  };
}

/** Chooses the first visible sheet with a table. Asks if there are more. */
async function chooseSheet(entries: readonly SheetEntry[], choices: Choices): Promise<Source> {
  const { read, firstRefusal } = await readSheets(entries, choices.sheet);
  const hasTable = (index: number) => (read.get(index)?.rows.length ?? 0) > 1;
  const withTable = [...read.keys()].filter(hasTable);
  const index = choices.sheet ?? withTable[0] ?? [...read.keys()].find((one) => (read.get(one)?.rows.length ?? 0) > 0);
  const sheet = index === undefined ? undefined : read.get(index);
  if (index === undefined || !sheet)
    throw firstRefusal ?? new TableRefusal({ code: read.size > 0 ? 'empty' : 'no_sheet' });
  const rowsOf = (one: number) => read.get(one)?.rows.length ?? 0;
  const questions: Question[] = [];
  if (withTable.length > 1 && choices.sheet === undefined)
    questions.push({
      code: 'sheet',
      candidates: withTable.map((one) => ({ sheet: one, name: entries[one]?.name ?? '', rows: rowsOf(one) })),
    });
  if (sheet.localSamples.length > 0 && choices.locale === undefined)
    questions.push({ code: 'locale', samples: [...new Set(sheet.localSamples)].slice(0, 5) });
  const sheets = entries.map(({ name, isHidden }, one) => ({ name, isHidden, rows: rowsOf(one) }));
  return { sheet, index, sheets, isText: false, report: notesOf(sheet, entries), questions };
}

interface ReadSheets {
  read: Map<number, ReadSheet>;
  /** Reason why a sheet could not be read. It counts if no other sheet has a table. */
  firstRefusal: TableRefusal | null;
}

async function readSheets(entries: readonly SheetEntry[], chosen: number | undefined): Promise<ReadSheets> {
  const found: ReadSheets = { read: new Map(), firstRefusal: null };
  if (chosen !== undefined && !entries[chosen]) refuse({ code: 'no_sheet' });
  const visible = [...entries.keys()].filter((index) => !entries[index]?.isHidden);
  for (const index of chosen === undefined ? visible.slice(0, MAX_SHEETS) : [chosen]) {
    try {
      const sheet = await entries[index]?.read();
      if (sheet) found.read.set(index, sheet);
    } catch (error) {
      if (!(error instanceof TableRefusal)) throw error;
      found.firstRefusal ??= error;
    }
  }
  return found;
}

function notesOf({ name, merged, odd }: ReadSheet, entries: readonly SheetEntry[]): Note[] {
  const hidden = entries.filter(({ isHidden }) => isHidden).map((entry) => entry.name);
  const listed = (addresses: readonly string[]) => ({
    addresses: addresses.slice(0, MAX_LISTED),
    count: addresses.length,
  });
  return [
    { code: 'sheet', name, sheets: entries.length },
    ...(hidden.length > 0 ? [{ code: 'hidden_sheets', names: hidden } as const] : []),
    ...(merged > 0 ? [{ code: 'merged_cells', count: merged } as const] : []),
    ...(odd.errors.length > 0 ? [{ code: 'error_cells', ...listed(odd.errors) } as const] : []),
    ...(odd.uncalculated.length > 0 ? [{ code: 'uncalculated_cells', ...listed(odd.uncalculated) } as const] : []),
    ...(odd.longNumbers.length > 0 ? [{ code: 'long_numbers', ...listed(odd.longNumbers) } as const] : []),
  ];
}
