import type { Response } from 'express';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';
import { disposition, sendStream } from './send.ts';

/** Column of a file. */
export interface Column<Row> {
  name: string;
  cellOf: (row: Row) => unknown;
}

interface CsvFile<Row> {
  name: string;
  rows: AsyncIterable<Row>;
  columns: readonly Column<Row>[];
}

/** Sends CSV (RFC 4180) as a download, in UTF-8 with a byte order mark, which Excel needs. An error before the first row gets an answer. */
export async function sendCsv<Row>(response: Response, { name, rows, columns }: CsvFile<Row>): Promise<void> {
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition(name, 'attachment') };
  await sendStream(response, headers, linesOf(rows, columns));
}

/** Yields nothing before the first row is read. */
async function* linesOf<Row>(rows: AsyncIterable<Row>, columns: readonly Column<Row>[]): AsyncGenerator<string> {
  let head = headerOf(columns);
  for await (const row of rows) {
    yield head + csvLine(columns.map(({ cellOf }) => cellOf(row)));
    head = '';
  }
  if (head) yield head;
}

const headerOf = <Row>(columns: readonly Column<Row>[]): string =>
  `${BYTE_ORDER_MARK}${columns.map(({ name }) => (/^\w+$/.test(name) ? name : csvLine([name]).trimEnd())).join(',')}\n`;
