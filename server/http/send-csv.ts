import type { Response } from 'express';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/shared/csv.ts';
import { disposition, sendStream } from './send.ts';

interface CsvFile<Column extends string> {
  name: string;
  columns: readonly Column[];
  rows: AsyncIterable<Readonly<Record<Column, unknown>>>;
}

/** Sends CSV (RFC 4180) as a download, in UTF-8 with a byte order mark, which Excel needs. An error before the first row gets an answer. */
export async function sendCsv<Column extends string>(
  response: Response,
  { name, columns, rows }: CsvFile<Column>,
): Promise<void> {
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition(name, 'attachment') };
  await sendStream(response, headers, linesOf(columns, rows));
}

/** Yields nothing before the first row is read. */
async function* linesOf<Column extends string>(
  columns: readonly Column[],
  rows: AsyncIterable<Readonly<Record<Column, unknown>>>,
): AsyncGenerator<string> {
  let start = `${BYTE_ORDER_MARK}${columns.join(',')}\n`;
  for await (const row of rows) {
    yield start + csvLine(columns.map((column) => row[column]));
    start = '';
  }
  if (start !== '') yield start;
}
