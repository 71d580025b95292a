import { LocalError } from '../app/errors.ts';

/** Bytes of a workbook, unpacked: a thousand rows have a few megabytes. */
const MAX_BYTES = 50_000_000;
const MAX_ENTRIES = 1000;
/** Cells of the rectangle that the sheet's values are in. */
const MAX_CELLS = 2_000_000;

/**
 * The cells of a workbook's first sheet as texts: the values of formulas, dates as ISO 8601. What it unpacks to is counted
 * before anything is made of it. Throws what a person can read.
 */
export async function readXlsx(file: Blob): Promise<string[][]> {
  await refuseBombs(file);
  const { readSheet } = await import('read-excel-file/universal');
  const rows = await readSheet(file, 1, { parseNumber: asWritten, trim: true }).catch((error: unknown) => {
    throw new LocalError(
      `The spreadsheet can’t be read${cellOf(error)}. Open it, save it as XLSX or CSV, and choose that file.`,
    );
  });
  return rows.map((cells) => cells.map(textOf));
}

/** Where a cell is in the way, its place. */
const cellOf = (error: unknown): string => {
  const [cell] = /\b[A-Z]{1,3}\d{1,7}\b/.exec(error instanceof Error ? error.message : '') ?? [];
  return cell ? ` at ${cell}` : '';
};

/** A number as people see it: without the last digits that only binary fractions have, and never as 1e21. */
function asWritten(text: string): number {
  return Number(Number(text).toPrecision(15));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateOf(value);
  if (typeof value === 'number')
    return value.toLocaleString('en-US', {
      useGrouping: false,
      maximumFractionDigits: 20,
      maximumSignificantDigits: 15,
    });
  return String(value);
}

/** A day, or a day and a time: what is stored is a number of days, so that a second may lack a thousandth. */
function dateOf(value: Date): string {
  const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
  const [day = '', time = ''] = text.slice(0, 19).split('T');
  if (time === '00:00:00') return day;
  return `${day}T${time.endsWith(':00') ? time.slice(0, 5) : time}`;
}

/** Unpacks all that will be read, and stops where it is too much, whatever the archive says of itself. */
async function refuseBombs(file: Blob): Promise<void> {
  // Loaded with the first spreadsheet; what it unpacks with is the browser's own.
  const { BlobReader, ZipReader, configure } = await import('@zip.js/zip.js/index-native.js');
  configure({ useWebWorkers: false });
  const budget: Budget = { bytes: MAX_BYTES };
  let entries = 0;
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (++entries > MAX_ENTRIES) throw tooLarge();
      if (entry.directory || !/\.(xml|rels)$/.test(entry.filename)) continue;
      if (entry.encrypted || entry.uncompressedSize > budget.bytes) throw tooLarge();
      const scan = /^xl\/worksheets\//.test(entry.filename) ? new CellScan() : null;
      await entry.getData(counted(budget, scan), { checkSignature: true });
    }
  } catch (error) {
    if (budget.refusal) throw budget.refusal;
    if (error instanceof LocalError) throw error;
    throw new LocalError('The spreadsheet is damaged, or protected by a password.');
  }
}

const tooLarge = () =>
  new LocalError('The spreadsheet is too large. Copy the rows into a new one, without pictures and other sheets.');

interface Budget {
  bytes: number;
  /** Why it was stopped: what unpacks may give another error for it. */
  refusal?: LocalError;
}

function counted(budget: Budget, scan: CellScan | null): WritableStream<Uint8Array> {
  const decoder = new TextDecoder();
  return new WritableStream({
    write: (chunk) => {
      budget.bytes -= chunk.length;
      const far = scan?.take(decoder.decode(chunk, { stream: true }));
      if (budget.bytes < 0) budget.refusal = tooLarge();
      else if (far)
        budget.refusal = new LocalError(
          `There is a value far out, in ${far}. Delete what is beside and below the table.`,
        );
      if (budget.refusal) throw budget.refusal;
    },
  });
}

/** The beginning of a cell with something in it. */
const CELL = /<(?:\w+:)?c\b[^>]*?\sr\s*=\s*["']([A-Z]{1,3})(\d{1,7})["'][^>]*>/g;

/** Finds values that are far out: a table is made of all cells up to the last one. */
class CellScan {
  #rest = '';
  #row = 0;
  #column = 0;

  /** The cell that makes the table too large, once there is one. */
  take(text: string): string | null {
    const all = this.#rest + text;
    for (const [tag, letters = '', row] of all.matchAll(CELL)) {
      if (tag.endsWith('/>')) continue;
      this.#row = Math.max(this.#row, Number(row));
      this.#column = Math.max(this.#column, columnOf(letters));
      if (this.#row * this.#column > MAX_CELLS) return `${letters}${row}`;
    }
    const open = all.lastIndexOf('<');
    this.#rest = all.indexOf('>', open) < 0 ? all.slice(open).slice(0, 1000) : '';
    return null;
  }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
