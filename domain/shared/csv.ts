/** Start of a text that a spreadsheet evaluates as a formula, including full-width characters. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Byte order mark, without which Excel does not read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns a line of CSV (RFC 4180). Every text has quotes, so that a spreadsheet that splits at `;`, tabs or `|` does not start a cell
 * inside a text. An apostrophe before a formula makes it a text.
 */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cellOf).join(',')}\n`;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
