import { addressOf, indexOfLetters } from '../../shared/address.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_LISTED, MAX_ROWS, MAX_TEXT } from '../../shared/limits.ts';
import { refuse } from '../../shared/refuse.ts';
import type { Cell, SheetRow } from '../../shared/types.ts';
import { GENERAL, type NumberFormat, serialOf, showNumber, shownDay } from '../formats.ts';
import { fillMerged, type MergedRange } from '../merge.ts';
import { noOddCells, type ReadSheet } from '../types.ts';
import { attribute, scanXml } from '../xml.ts';
import { unescapeText } from './shared-strings.ts';

/** Maximum number of columns of a sheet in Excel. */
const EXCEL_COLUMNS = 16_384;
/** Number of whole digits that Excel keeps. */
const EXACT = 1e15;

export interface SheetContext {
  name: string;
  isHidden: boolean;
  strings: readonly string[];
  formats: readonly NumberFormat[];
  is1904: boolean;
  locale: string | undefined;
}

/** Cell while it is read. */
interface OpenCell {
  index: number;
  type: string;
  style: number;
  value: string | null;
  inline: string;
  hasFormula: boolean;
}

/** Reads a sheet. Rows and cells without a position follow the one before. */
export function readXlsxSheet(xml: string, context: SheetContext): ReadSheet {
  const sheet: ReadSheet = {
    name: context.name,
    isHidden: context.isHidden,
    rows: [],
    hiddenColumns: new Set(),
    merged: 0,
    odd: noOddCells(),
    localSamples: [],
  };
  const hidden = new Set<number>();
  const ranges: MergedRange[] = [];
  let row: SheetRow = { number: 0, isHidden: false, cells: [] };
  let cell: OpenCell | null = null;
  let last = -1;
  let reads: 'value' | 'inline' | null = null;
  let phonetic = 0;
  let cells = 0;
  const openCell = (attributes: string): OpenCell => {
    const at = /^\$?([A-Za-z]{1,3})\$?\d+$/.exec(attribute(attributes, 'r') ?? '')?.[1];
    const index = at === undefined ? last + 1 : indexOfLetters(at);
    last = index;
    const style = Number(attribute(attributes, 's') ?? 0);
    return { index, type: attribute(attributes, 't') ?? 'n', style, value: null, inline: '', hasFormula: false };
  };
  const closeCell = (open: OpenCell) => {
    const address = addressOf(row.number, open.index);
    const read = cellOf(open, { ...context, address, sheet });
    if (!read) return;
    if (open.index >= MAX_COLUMNS) refuse({ code: 'too_many_columns', place: address, most: MAX_COLUMNS });
    if (++cells > MAX_CELLS) refuse({ code: 'too_many_rows', rows: row.number, most: MAX_ROWS });
    row.cells[open.index] = read;
  };
  const closeRow = () => {
    if (row.cells.length === 0) return;
    if (sheet.rows.length > MAX_ROWS) refuse({ code: 'too_many_rows', rows: row.number, most: MAX_ROWS });
    sheet.rows.push(row);
  };
  scanXml(xml, context.name, {
    open: (name, attributes) => {
      if (name === 'c') cell = openCell(attributes);
      else if (name === 'v') reads = 'value';
      else if (name === 't') reads = phonetic === 0 ? 'inline' : null;
      else if (name === 'row') {
        const number = Number(attribute(attributes, 'r') ?? row.number + 1) || row.number + 1;
        row = { number, isHidden: isTrue(attribute(attributes, 'hidden')), cells: [] };
        last = -1;
      } else if (name === 'f' && cell) cell.hasFormula = true;
      else if (name === 'rPh') phonetic += 1;
      else if (name === 'col') hideColumns(attributes, hidden);
      else if (name === 'mergeCell') addRange(attribute(attributes, 'ref') ?? '', ranges);
      if (cell && name === 'v') cell.value ??= '';
    },
    close: (name) => {
      if (name === 'v' || name === 't') reads = null;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'c' && cell) {
        closeCell(cell);
        cell = null;
      } else if (name === 'row') closeRow();
    },
    text: (text) => {
      if (!cell || reads === null) return;
      if (reads === 'value') cell.value = (cell.value ?? '') + text;
      else cell.inline += text;
    },
  });
  // Rows are in order, except in files of some libraries.
  sheet.rows.sort((one, other) => one.number - other.number);
  return { ...sheet, hiddenColumns: hidden, merged: fillMerged(sheet.rows, ranges) };
}

const isTrue = (value: string | null): boolean => value === '1' || value === 'true';

interface CellContext extends SheetContext {
  address: string;
  sheet: ReadSheet;
}

function cellOf(open: OpenCell, context: CellContext): Cell | undefined {
  const { odd } = context.sheet;
  // The result of a formula can be an empty text, but no empty number.
  const isMissing = open.value === null || (open.value.trim() === '' && open.type === 'n');
  if (open.hasFormula && isMissing && open.inline === '') {
    list(odd.uncalculated, context.address);
    return { text: '', kind: 'uncalculated' };
  }
  const value = open.value ?? '';
  switch (open.type) {
    case 's':
      return textCell(value === '' ? '' : stringAt(value, context), context);
    case 'inlineStr':
      return textCell(unescapeText(open.inline), context);
    case 'str':
      return textCell(unescapeText(value || open.inline), context);
    case 'e':
      list(odd.errors, context.address);
      return { text: value, kind: 'error' };
    case 'b':
      return value === '' ? undefined : { text: value === '1' || value === 'true' ? 'TRUE' : 'FALSE', kind: 'boolean' };
    case 'd':
      return dayCell(value, open.style, context);
    default:
      return numberCell(value.trim(), open.style, context);
  }
}

function stringAt(value: string, { strings, address }: CellContext): string {
  return strings[Number(value)] ?? refuse({ code: 'damaged', place: address });
}

function textCell(text: string, { address }: CellContext): Cell | undefined {
  if (text.length > MAX_TEXT) refuse({ code: 'cell_too_long', place: address, most: MAX_TEXT });
  const trimmed = text.replace(/\r\n?/g, '\n').trim();
  return trimmed === '' ? undefined : { text: trimmed, kind: 'text' };
}

/** Strict documents can have dates as ISO 8601. */
function dayCell(value: string, style: number, context: CellContext): Cell | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/.exec(value) ?? [];
  if (day === undefined) return textCell(value, context);
  const shown = time?.replace(/:00$/, (seconds) => (time.length > 5 ? '' : seconds));
  const text = !shown || shown === '00:00' ? day : `${day}T${shown}`;
  const format = context.formats[style] ?? GENERAL;
  const isDay = format.kind === 'day' || format.kind === 'day-time';
  const serial = serialOf(`${day}T${time ?? '00:00'}Z`);
  return { text, kind: 'date', ...(isDay && shownDay(serial, format, context.locale)) };
}

function numberCell(value: string, style: number, context: CellContext): Cell | undefined {
  if (value === '') return undefined;
  const number = Number(value);
  // Infinity and hexadecimal numbers are no numbers of a sheet.
  if (!Number.isFinite(number) || !/^[-+.\deE]+$/.test(value)) return textCell(value, context);
  const format = context.formats[style] ?? GENERAL;
  const { address, sheet, is1904, locale } = context;
  if (Number.isInteger(number) && Math.abs(number) >= EXACT) list(sheet.odd.longNumbers, address);
  const cell = showNumber(number, { format, is1904, locale });
  const isOpen = format.isLocal && cell.kind !== 'date';
  if (isOpen && sheet.localSamples.length < MAX_LISTED) sheet.localSamples.push(cell.text);
  return cell;
}

const list = (addresses: string[], address: string): void => void addresses.push(address);

function hideColumns(attributes: string, hidden: Set<number>): void {
  const isHidden = isTrue(attribute(attributes, 'hidden')) || attribute(attributes, 'width') === '0';
  if (!isHidden) return;
  const [first, last] = [Number(attribute(attributes, 'min')), Number(attribute(attributes, 'max'))];
  for (let column = first; column <= Math.min(last, EXCEL_COLUMNS); column += 1) hidden.add(column - 1);
}

function addRange(ref: string, ranges: MergedRange[]): void {
  const [, letters = '', first, last] = /^\$?([A-Za-z]+)\$?(\d+):\$?[A-Za-z]+\$?(\d+)$/.exec(ref) ?? [];
  if (letters !== '') ranges.push({ firstRow: Number(first), lastRow: Number(last), column: indexOfLetters(letters) });
}
