import { addressOf } from '../../shared/address.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS } from '../../shared/limits.ts';
import { refuse, TableRefusal } from '../../shared/refuse.ts';
import type { Cell, SheetRow } from '../../shared/types.ts';
import { fillMerged, type MergedRange } from '../merge.ts';
import { noOddCells, type ReadSheet, type SheetEntry } from '../types.ts';
import { attribute, scanXml } from '../xml.ts';
import { type OdsValue, odsCell } from './cell.ts';

/** State of the reading. A repeated row or cell is read once. */
interface Reading {
  sheets: SheetEntry[];
  /** Names of the styles of hidden sheets. */
  hiddenStyles: Set<string>;
  style: string;
  sheet: ReadSheet | null;
  /** Reason why the sheet cannot be read. The others still can. */
  refusal: TableRefusal | null;
  ranges: MergedRange[];
  hiddenColumns: Set<number>;
  column: number;
  row: SheetRow;
  rowRepeats: number;
  cell: (OdsValue & { index: number; repeats: number; spans: number }) | null;
  text: string[];
  /** Depth of notes and pictures, whose texts are not the cell's. */
  aside: number;
  isInText: boolean;
  /** Number of cells, and of those before the sheet. */
  cells: number;
  cellsBefore: number;
}

const ASIDE = new Set(['annotation', 'frame', 'ruby-text', 'custom-shape']);

/** Reads the sheets of an OpenDocument spreadsheet. Cells have their text as the program that saved the file showed it. */
export function readContent(xml: string): SheetEntry[] {
  const reading: Reading = {
    sheets: [],
    hiddenStyles: new Set(),
    style: '',
    sheet: null,
    refusal: null,
    ranges: [],
    hiddenColumns: new Set(),
    column: 0,
    row: { number: 0, isHidden: false, cells: [] },
    rowRepeats: 1,
    cell: null,
    text: [],
    aside: 0,
    isInText: false,
    cells: 0,
    cellsBefore: 0,
  };
  scanXml(xml, 'content.xml', {
    open: (name, attributes) => open(reading, name, attributes),
    close: (name) => closeOrLeaveOut(reading, name),
    text: (text) => {
      // Line ends of the XML are no part of a text. Calc writes repeated and other spaces as they are.
      if (reading.isInText && reading.aside === 0) append(reading, text.replace(/ *[\t\r\n][ \t\r\n]*/g, ' '));
    },
  });
  return reading.sheets;
}

const numberOf = (attributes: string, name: string): number => Math.max(1, Number(attribute(attributes, name)) || 1);

function open(reading: Reading, name: string, attributes: string): void {
  if (ASIDE.has(name)) reading.aside += 1;
  if (reading.aside > 0) return;
  if (name === 'style') reading.style = attribute(attributes, 'name') ?? '';
  else if (name === 'table-properties' && attribute(attributes, 'display') === 'false')
    reading.hiddenStyles.add(reading.style);
  else if (name === 'table' && !reading.sheet) openSheet(reading, attributes);
  else if (name === 'table-column') openColumn(reading, attributes);
  else if (name === 'table-row') openRow(reading, attributes);
  else if (name === 'table-cell' || name === 'covered-table-cell') openCell(reading, attributes);
  else if (reading.cell) openText(reading, name, attributes);
}

function openSheet(reading: Reading, attributes: string): void {
  const style = attribute(attributes, 'style-name') ?? '';
  const isHidden = reading.hiddenStyles.has(style) || attribute(attributes, 'display') === 'false';
  reading.hiddenColumns = new Set();
  reading.refusal = null;
  reading.cellsBefore = reading.cells;
  const name = attribute(attributes, 'name') ?? '';
  reading.sheet = {
    name,
    isHidden,
    rows: [],
    hiddenColumns: reading.hiddenColumns,
    merged: 0,
    odd: noOddCells(),
    localSamples: [],
  };
  reading.ranges = [];
  reading.column = 0;
  reading.row = { number: 0, isHidden: false, cells: [] };
  reading.rowRepeats = 1;
}

function openColumn(reading: Reading, attributes: string): void {
  const repeats = numberOf(attributes, 'number-columns-repeated');
  const isHidden = /^(collapse|filter)$/.test(attribute(attributes, 'visibility') ?? '');
  for (let index = 0; isHidden && index < repeats && reading.column + index < MAX_COLUMNS; index += 1)
    reading.hiddenColumns.add(reading.column + index);
  reading.column += repeats;
}

function openRow(reading: Reading, attributes: string): void {
  const number = reading.row.number + reading.rowRepeats;
  reading.rowRepeats = numberOf(attributes, 'number-rows-repeated');
  const isHidden = /^(collapse|filter)$/.test(attribute(attributes, 'visibility') ?? '');
  reading.row = { number, isHidden, cells: [] };
  reading.column = 0;
}

function openCell(reading: Reading, attributes: string): void {
  reading.text = [];
  reading.cell = {
    type: attribute(attributes, 'value-type') ?? '',
    value:
      attribute(attributes, 'value') ?? attribute(attributes, 'date-value') ?? attribute(attributes, 'boolean-value'),
    hasFormula: attribute(attributes, 'formula') !== null,
    index: reading.column,
    repeats: numberOf(attributes, 'number-columns-repeated'),
    spans: numberOf(attributes, 'number-rows-spanned'),
  };
}

function openText(reading: Reading, name: string, attributes: string): void {
  if (name === 'p') {
    reading.text.push('');
    reading.isInText = true;
  } else if (name === 's') append(reading, ' '.repeat(Math.min(numberOf(attributes, 'c'), 1000)));
  else if (name === 'tab') append(reading, ' ');
  else if (name === 'line-break') append(reading, '\n');
}

function append(reading: Reading, text: string): void {
  const last = reading.text.length - 1;
  if (last >= 0) reading.text[last] += text;
}

/** Closes an element. A refusal leaves out the cells of the sheet. */
function closeOrLeaveOut(reading: Reading, name: string): void {
  try {
    close(reading, name);
  } catch (error) {
    if (!(error instanceof TableRefusal)) throw error;
    reading.refusal = error;
    reading.cells = reading.cellsBefore;
    reading.sheet?.rows.splice(0);
  }
}

function close(reading: Reading, name: string): void {
  if (ASIDE.has(name)) reading.aside -= 1;
  if (reading.aside > 0) return;
  if (name === 'p') reading.isInText = false;
  else if ((name === 'table-cell' || name === 'covered-table-cell') && reading.cell) closeCell(reading);
  else if (name === 'table-row') closeRow(reading);
  else if (name === 'table' && reading.sheet) closeSheet(reading);
}

function closeCell(reading: Reading): void {
  const { cell, sheet, row } = reading;
  reading.cell = null;
  if (!cell || !sheet) return;
  reading.column += cell.repeats;
  if (reading.refusal) return;
  const read = odsCell(cell, reading.text.join('\n'), { address: addressOf(row.number, cell.index), odd: sheet.odd });
  if (!read) return;
  const end = cell.index + cell.repeats;
  if (end > MAX_COLUMNS) refuse({ code: 'too_many_columns', place: addressOf(row.number, end - 1), most: MAX_COLUMNS });
  for (let index = cell.index; index < end; index += 1) row.cells[index] = { ...read };
  if (cell.spans > 1) {
    const lastRow = row.number + cell.spans - 1;
    reading.ranges.push({ firstRow: row.number, lastRow, column: cell.index });
  }
}

function closeRow(reading: Reading): void {
  const { row, rowRepeats, sheet, refusal } = reading;
  if (!sheet || refusal || row.cells.length === 0) return;
  reading.cells += row.cells.length * rowRepeats;
  // One more row has the names of the columns.
  if (reading.cells > MAX_CELLS || sheet.rows.length + rowRepeats > MAX_ROWS + 1)
    refuse({ code: 'too_many_rows', rows: row.number + rowRepeats - 1, most: MAX_ROWS });
  for (let index = 0; index < rowRepeats; index += 1)
    sheet.rows.push({ ...row, number: row.number + index, cells: row.cells.map((cell?: Cell) => cell && { ...cell }) });
}

function closeSheet(reading: Reading): void {
  const { sheet, ranges, refusal } = reading;
  if (sheet)
    reading.sheets.push({
      name: sheet.name,
      isHidden: sheet.isHidden,
      read: async () => {
        if (refusal) throw refusal;
        return { ...sheet, merged: fillMerged(sheet.rows, ranges) };
      },
    });
  reading.sheet = null;
}
