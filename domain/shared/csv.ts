/**
 * Start of a text that a spreadsheet evaluates as a formula, including full-width characters. Apostrophes before it stay, so that readers
 * of the file remove the one that was added.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
/** Texts that begin like a formula, and that spreadsheets leave as they are: `-5`, `+49 30 1` and `-Anna-`. */
const NO_FORMULA = /^(?:-\d+(?:[.,]\d+)?|\+\d+(?: \d+)+|-[\p{L} ]+-)$/u;

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
  return `"${FORMULA.test(text) && !NO_FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
