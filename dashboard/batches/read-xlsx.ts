import { LocalError } from '../lib/errors/errors.ts';

/** Maximum size of an unpacked workbook, in bytes. A thousand rows take a few megabytes. */
const MAX_BYTES = 50_000_000;
const MAX_ENTRIES = 1000;
/** Maximum number of cells in the rectangle around the sheet's values. */
const MAX_CELLS = 2_000_000;

/**
 * Returns the cells of a workbook's first sheet as texts: the results of formulas, and dates as ISO 8601. Checks the unpacked size before
 * parsing. Throws a readable error.
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

/** Returns the position of the cell that an error names. */
const cellOf = (error: unknown): string => {
  const [cell] = /\b[A-Z]{1,3}\d{1,7}\b/.exec(error instanceof Error ? error.message : '') ?? [];
  return cell ? ` at ${cell}` : '';
};

/** Returns a number without the trailing digits of binary fractions and without exponents such as 1e21. */
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

/** Returns a day, or a day and a time. Excel stores fractional days, so seconds can be off by a millisecond. */
function dateOf(value: Date): string {
  const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
  const [day = '', time = ''] = text.slice(0, 19).split('T');
  if (time === '00:00:00') return day;
  return `${day}T${time.endsWith(':00') ? time.slice(0, 5) : time}`;
}

/** Unpacks everything that will be read, and stops above the limit, regardless of the sizes that the archive states. */
async function refuseBombs(file: Blob): Promise<void> {
  // Loaded with the first spreadsheet. Uses the browser's own decompression.
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
    throw new LocalError('The spreadsheet is damaged, or has a password.');
  }
}

const tooLarge = () =>
  new LocalError('The spreadsheet is too large. Copy the rows into a new one, without pictures and other sheets.');

interface Budget {
  bytes: number;
  /** Reason for stopping. The decompressor may throw a different error. */
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
          `There is a value far outside the table, in ${far}. Delete everything beside and below the table.`,
        );
      if (budget.refusal) throw budget.refusal;
    },
  });
}

/** Start of a cell that is not empty. */
const CELL = /<(?:\w+:)?c\b[^>]*?\sr\s*=\s*["']([A-Z]{1,3})(\d{1,7})["'][^>]*>/g;

/** Finds values far outside the table. The parser allocates all cells up to the last one. */
class CellScan {
  #rest = '';
  #row = 0;
  #column = 0;

  /** Returns the cell that makes the table too large, or null so far. */
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
