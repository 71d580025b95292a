import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readTable } from '../../../tables/read-table.ts';
import { addressOf } from '../../../tables/shared/address.ts';
import type { Cell, Reading } from '../../../tables/shared/types.ts';

/** Folder with the tables that other libraries test their readers with (fetch.sh). They are not ours to distribute. */
const folder = process.env.FOREIGN_TABLES ?? '';
const python = join(import.meta.dirname, '.venv/bin/python');
const isJudged = existsSync(python);

type Value = string | number | boolean | { date: string } | { time: string };
interface Judged {
  path: string;
  /** Reason why the other reader cannot read the file. */
  error?: string;
  sheets?: { name: string; cells: Record<string, Value> }[];
}

const paths = folder
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(xlsx|xlsm|ods|csv|tsv|xls|xlsb|fods)$/i.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  : [];
const workbooks = paths.filter((path) => /\.(xlsx|xlsm|ods)$/i.test(path));

/** False if a package could not be fetched. */
const isFetched = paths.length > 50;

/** Time limit of a file, in ms, and bytes of a file that may take it. Nobody issues a batch from a larger one. */
const LIMIT = 2000;
const TIMED_BYTES = 2_000_000;
/** Maximum size of a file that the other reader reads, in bytes. */
const JUDGED_BYTES = 1_000_000;

test.skipIf(!isFetched)(
  'reads or refuses every foreign file, without a crash and in time',
  async () => {
    const late: string[] = [];
    for (const path of paths) {
      const bytes = new Uint8Array(readFileSync(path));
      const begin = performance.now();
      await readTable(bytes).catch((error: unknown) => {
        throw new Error(`${path}: ${String(error)}`, { cause: error });
      });
      if (performance.now() - begin > LIMIT && bytes.length < TIMED_BYTES) late.push(path);
    }
    expect(late).toEqual([]);
  },
  300_000,
);

test.skipIf(!isFetched || !isJudged)(
  'reads the values that another reader reads from foreign workbooks',
  async () => {
    const input = workbooks.filter((path) => readFileSync(path).length <= JUDGED_BYTES).join('\n');
    const { stdout } = spawnSync(python, [join(import.meta.dirname, 'read.py')], { input, maxBuffer: 1e9 });
    const lines = String(stdout).trim().split('\n');
    const wrong: string[] = [];
    let cells = 0;
    for (const line of lines) {
      const judged: Judged = JSON.parse(line);
      for (const sheet of judged.sheets ?? []) {
        const read = await readSheet(judged.path, sheet.name);
        if (!read) continue;
        cells += Object.keys(sheet.cells).length;
        const file = basename(judged.path);
        const unknown = differences(sheet.cells, read).filter(
          ([address]) => !(`${file} ${sheet.name}!${address}` in KNOWN),
        );
        wrong.push(...unknown.map(([address, text]) => `${judged.path} ${sheet.name}!${address}: ${text}`));
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(1000);
  },
  300_000,
);

/** Cells that the other reader does not show as people see them, with the reason. */
const KNOWN: Readonly<Record<string, string>> = {
  'formats.ods Sheet1!A7': 'the value, without its format',
  'tdf100793.ods plan!S13': 'line breaks of a formula, which are shown as spaces',
  'tdf129940.ods Sheet1!A1': 'a word and its reading',
  'tdf129940.ods Sheet1!B1': 'a word and its reading',
  'tdf129940.ods Sheet1!C1': 'a word and its reading',
};

/**
 * Reads a sheet with everything that is hidden and without a header. A sheet that is refused has no cells. Null for a sheet beyond the
 * limits.
 */
async function readSheet(path: string, name: string): Promise<Map<string, Cell> | null> {
  const bytes = new Uint8Array(readFileSync(path));
  const everything = { headerRow: 0, includesHidden: true };
  const first = await readTable(bytes, everything);
  if ('refusal' in first) return first.refusal.code.startsWith('too_many_') ? null : new Map();
  const sheet = first.reading.sheets.findIndex((one) => one.name === name);
  const result = await readTable(bytes, { ...everything, sheet });
  return 'reading' in result ? cellsOf(result.reading) : new Map();
}

const cellsOf = ({ columns, rows }: Reading): Map<string, Cell> =>
  new Map(
    rows.flatMap(({ number, cells }) =>
      cells.map((cell, column) => [addressOf(number, columns[column]?.index ?? 0), cell] as const),
    ),
  );

/** Lists the cells whose values differ, with both values. Cells that only our reader has are those of merged ranges. */
function differences(expected: Readonly<Record<string, Value>>, read: ReadonlyMap<string, Cell>): [string, string][] {
  return Object.entries(expected).flatMap(([address, value]): [string, string][] => {
    const cell = read.get(address);
    if (typeof value === 'string' && value.trim() === '') return [];
    if (cell && isSame(value, cell)) return [];
    return [[address, `${JSON.stringify(value)} read as ${JSON.stringify(cell)}`]];
  });
}

function isSame(value: Value, cell: Cell): boolean {
  // Truth values have the words of the file's language.
  if (typeof value === 'boolean') return cell.kind === 'boolean';
  if (typeof value === 'number') return isSameNumber(value, cell);
  if (typeof value === 'string' && !DURATION.test(value)) return plainText(value) === plainText(cell.text);
  // Formats without a day, month and year show a part of the moment, and those without a time only the day.
  if (typeof value === 'string' || 'time' in value || cell.kind !== 'date') return cell.text !== '';
  return value.date.startsWith(cell.text.slice(0, 16));
}

/** Duration as calamine returns it from ODS. People see it in its format. */
const DURATION = /^PT\d+H/;

/** Percentages and times are texts, without the number behind them. */
const isSameNumber = (value: number, { text, number }: Cell): boolean =>
  number === undefined ? text !== '' : Math.abs(number - value) <= Math.abs(value) * 1e-9;

const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
