import { dateOrdersOf, decimalMarksOf } from './columns/analyse.ts';
import { findHeader } from './layout/header.ts';
import { withoutHidden } from './layout/hidden.ts';
import { unescapeCells } from './layout/unescape.ts';
import type { Source } from './open-source.ts';
import { lettersOf } from './shared/address.ts';
import { MAX_LISTED, MAX_ROWS } from './shared/limits.ts';
import { refuse } from './shared/refuse.ts';
import type { Cell, Choices, Column, Note, Question, Reading, SheetRow, TableRow } from './shared/types.ts';

const EMPTY: Cell = { text: '', kind: 'text' };

/** Returns the table of a sheet: its header, columns and rows, with what was decided and what is open. */
export function layOut(source: Source, choices: Choices): Reading {
  const report: Note[] = [...source.report];
  const questions: Question[] = [...source.questions];
  const unescaped = unescapeCells(source.sheet);
  if (unescaped > 0) report.push({ code: 'unescaped', count: unescaped });
  const shown = withoutHidden(source.sheet, choices.includesHidden ?? false);
  if (shown.rows.length === 0) refuse({ code: 'empty' });
  const { index, candidates } = findHeader(shown.rows, choices.headerRow);
  const header = shown.rows[index];
  report.push({ code: 'header', row: header?.number ?? 0, skipped: Math.max(0, index) });
  if (candidates) questions.push(headerQuestion(shown.rows, candidates));
  const body = shown.rows.slice(index + 1);
  const kept = source.isText && header ? extraCells(header, body, { choices, report, questions }) : body;
  if (kept.length === 0) refuse({ code: 'no_rows' });
  const most = Math.min(choices.maxRows ?? MAX_ROWS, MAX_ROWS);
  if (kept.length > most) refuse({ code: 'too_many_rows', rows: kept.length, most });
  const used = usedColumns(header, kept);
  const names = columnNames(used.map((at) => header?.cells[at]?.text ?? ''));
  const rows = kept.map(({ number, cells }) => ({ number, cells: used.map((at) => cells[at] ?? EMPTY) }));
  const columns = names.map((name, column) => {
    const at = shown.columns[used[column] ?? 0] ?? 0;
    const isHidden = source.sheet.hiddenColumns.has(at);
    return columnOf({ ...name, index: at, place: lettersOf(at), isHidden }, { column, rows, choices, questions });
  });
  report.push(...hiddenNotes(shown, choices, source), ...unnamedNote(columns));
  return {
    sheets: source.sheets,
    sheet: source.index,
    headerRow: header?.number ?? 0,
    columns,
    rows,
    report,
    questions,
  };
}

function headerQuestion(rows: readonly SheetRow[], candidates: readonly number[]): Question {
  const offered = candidates.map((index) => {
    const row = rows[index];
    return { row: row?.number ?? 0, texts: (row?.cells ?? []).slice(0, MAX_LISTED).map((cell) => cell?.text ?? '') };
  });
  return { code: 'header', candidates: offered };
}

interface Findings {
  choices: Choices;
  report: Note[];
  questions: Question[];
}

/** Finds rows of a text with cells beyond the last column name: often a delimiter inside a text without quotes. */
function extraCells(header: SheetRow, body: SheetRow[], { choices, report, questions }: Findings): SheetRow[] {
  const width = header.cells.findLastIndex((cell) => cell !== undefined) + 1;
  const isWider = ({ cells }: SheetRow) => cells.findLastIndex((cell) => cell !== undefined) >= width;
  const wider = body.filter(isWider);
  const [first] = wider;
  if (!first || choices.extraCells === 'keep') return body;
  if (choices.extraCells === 'leave-out') {
    const lines = wider.map(({ number }) => number).slice(0, MAX_LISTED);
    report.push({ code: 'rows_left_out', lines, count: wider.length });
    return body.filter((row) => !isWider(row));
  }
  const candidates = [...(width === 1 ? (['one-column'] as const) : []), 'keep' as const, 'leave-out' as const];
  questions.push({ code: 'extra_cells', line: first.number, rows: wider.length, candidates });
  return body;
}

/** Returns the indexes of the columns that have a name or values. */
function usedColumns(header: SheetRow | undefined, rows: readonly SheetRow[]): number[] {
  const width = Math.max(header?.cells.length ?? 0, ...rows.slice(0, 1).map(({ cells }) => cells.length));
  const isUsed = (at: number) => [header, ...rows].some((row) => row?.cells[at] !== undefined);
  return Array.from({ length: width }, (_, at) => at).filter(isUsed);
}

/** Returns a unique name for each column. A column without one keeps an empty name. */
function columnNames(texts: readonly string[]): Pick<Column, 'name' | 'isRepeated'>[] {
  const used = new Set<string>();
  return texts.map((text) => {
    const wanted = text.replace(/\s+/g, ' ');
    let name = wanted;
    for (let copy = 2; wanted !== '' && used.has(name); copy += 1) name = `${wanted} (${copy})`;
    used.add(name);
    return { name, isRepeated: name !== wanted };
  });
}

type Named = Omit<Column, 'dateOrders' | 'decimalMarks'>;

/** Adds the orders of the column's dates and the marks of its numbers, and asks if more than one is possible. */
function columnOf(
  named: Named,
  { column, rows, choices, questions }: { column: number; rows: TableRow[]; choices: Choices; questions: Question[] },
): Column {
  const cells = rows.map((row) => row.cells[column] ?? EMPTY);
  const dates = dateOrdersOf(cells);
  const marks = decimalMarksOf(cells);
  const order = choices.dateOrders?.[named.index];
  const mark = choices.decimalMarks?.[named.index];
  const at = { column: named.index, name: named.name };
  if (!order && dates.choices.length > 1 && dates.samples.length > 0)
    questions.push({ code: 'date_order', ...at, candidates: dates.choices, samples: dates.samples });
  if (!mark && marks.choices.length > 1 && marks.samples.length > 0)
    questions.push({ code: 'decimal_mark', ...at, candidates: marks.choices, samples: marks.samples });
  return {
    ...named,
    dateOrders: order ? [order] : dates.choices,
    decimalMarks: mark ? [mark] : marks.choices,
  };
}

function hiddenNotes(shown: ReturnType<typeof withoutHidden>, choices: Choices, { sheet }: Source): Note[] {
  const isIncluded = choices.includesHidden ?? false;
  const nameOf = (index: number) =>
    sheet.rows.find(({ cells }) => cells[index] !== undefined)?.cells[index]?.text || lettersOf(index);
  const { hiddenRows, hiddenColumns } = shown;
  return [
    ...(hiddenRows > 0 ? [{ code: 'hidden_rows', count: hiddenRows, isIncluded } as const] : []),
    ...(hiddenColumns.length > 0
      ? [{ code: 'hidden_columns', names: hiddenColumns.slice(0, MAX_LISTED).map(nameOf), isIncluded } as const]
      : []),
  ];
}

function unnamedNote(columns: readonly Column[]): Note[] {
  const places = columns.filter(({ name }) => name === '').map(({ place }) => place);
  return places.length > 0 ? [{ code: 'unnamed_columns', places: places.slice(0, MAX_LISTED) }] : [];
}
