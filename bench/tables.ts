import { readTable } from '../tables/read-table.ts';
import { openPackage } from '../tables/workbook/unpack.ts';
import { number, rowOf, text, xlsxOf } from '../test/support/tables.ts';
import { digits, printTable, quantile } from './table.ts';

const RUNS = 40;
/** First runs, in which the code is compiled. */
const WARM_UP = 15;

/** Prints the time of reading an XLSX of 1,000 rows by 10 columns, and its ratio to unpacking the same file. */
export async function benchTables(): Promise<void> {
  const bytes = await makeWorkbook();
  const reading = await timesOf(() => readTable(bytes));
  const unpacking = await timesOf(async () => {
    const files = await openPackage(bytes);
    for (const name of files.names) await files.read(name);
  });
  const [read, unpacked] = [quantile(reading, 0.5), quantile(unpacking, 0.5)];
  printTable(
    'Reading an XLSX of 1,000 rows by 10 columns',
    ['reading, ms', 'unpacking, ms', 'ratio'],
    [[digits(read), digits(unpacked), digits(read / unpacked)]],
  );
}

async function timesOf(run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < RUNS; index++) {
    const begin = performance.now();
    await run();
    if (index >= WARM_UP) times.push(performance.now() - begin);
  }
  return times;
}

/** Returns a table with eight columns of texts, one of dates and one of amounts. */
function makeWorkbook(): Promise<Uint8Array> {
  const header = rowOf(...Array.from({ length: 10 }, (_, column) => text(`Column ${column}`)));
  const cellOf = (row: number) => (_: unknown, column: number) => {
    if (column === 3) return number(45_000 + row, 1);
    return column === 4 ? number(row * 1.25, 2) : text(`Person ${row} of column ${column}, Müller`);
  };
  const rows = Array.from({ length: 1000 }, (_, row) => rowOf(...Array.from({ length: 10 }, cellOf(row))));
  return xlsxOf({
    styles: '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="4"/>',
    sheets: { Awards: `<sheetData>${header}${rows.join('')}</sheetData>` },
  });
}
