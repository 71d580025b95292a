import { orAbort } from '../abort.ts';
import { LaurelError } from '../errors.ts';
import type { IssueAllRow as Row } from '../operations.ts';

/** Maximum size of the rows of a batch as JSON, in bytes. The server accepts bodies of 2,097,152 bytes. */
const MAX_BYTES = 2_000_000;

/** Rows of one batch, and the index of the first. */
export interface RowGroup {
  first: number;
  rows: Row[];
}

/** Groups rows to batches, in order. The same rows and size always give the same batches. Holds the rows of one batch. */
export async function* groupRows(
  rows: Iterable<Row> | AsyncIterable<Row>,
  size: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<RowGroup, void, undefined> {
  let group: RowGroup = { first: 0, rows: [] };
  let bytes = 0;
  for await (const row of Symbol.asyncIterator in rows ? abortable(rows, signal) : rows) {
    const more = bytesOf(row, group.first + group.rows.length);
    if (group.rows.length === size || (group.rows.length > 0 && bytes + more > MAX_BYTES)) {
      yield group;
      group = { first: group.first + group.rows.length, rows: [] };
      bytes = 0;
    }
    group.rows.push(row);
    bytes += more;
  }
  if (group.rows.length > 0) yield group;
}

/** Returns the size of a row as JSON, with its comma. */
function bytesOf(row: Row, index: number): number {
  try {
    return new TextEncoder().encode(JSON.stringify(row)).length + 1;
  } catch (cause) {
    throw new LaurelError(`rows[${index}] cannot be sent: ${String(cause)}`, { code: 'INVALID_INPUT', cause });
  }
}

/** Iterates until the signal, even if the next item never comes. Closes the iterator in the end. */
async function* abortable<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await orAbort(iterator.next(), signal);
      isDone = done === true;
      if (isDone) return;
      yield value as Item;
    }
  } finally {
    const closed = isDone ? undefined : iterator.return?.();
    // An iterator that waits for its next item does not close.
    if (signal?.aborted) closed?.catch(() => undefined);
    else await closed;
  }
}
