/** Texts of a rectangle of cells, by row. */
export type Block = readonly (readonly string[])[];

/** Rectangle of cells by index, including its last row and column. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Text for a cell, by its indexes. */
export interface PlacedText {
  row: number;
  column: number;
  text: string;
}

/** Maximum length of a pasted text in characters, as of a file. */
const MAX_PASTED = 10_000_000;
/** Quotes count only if they enclose a whole cell: a text can begin with one. */
const CELL = /"([^"]*(?:""[^"]*)*)"(?=[\t\n]|$)|([^\t\n]*)/y;

/** Returns the cells of a text as spreadsheets copy it: tabs between cells, and quotes around those with lines. Null if it is too long. */
export function readBlock(copied: string): Block | null {
  if (copied.length > MAX_PASTED) return null;
  const text = copied.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; at += 1) {
    CELL.lastIndex = at;
    const [all = '', quoted, plain = ''] = CELL.exec(text) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    at += all.length;
    if (text[at] === '\n') rows.push([]);
  }
  return rows;
}

/** Returns a block as spreadsheets paste it. */
export const writeBlock = (block: Block): string =>
  block.map((row) => row.map((text) => (/^"|[\t\n]/.test(text) ? quoted(text) : text)).join('\t')).join('\r\n');

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Returns the texts of a pasted block, and the number of those beyond the last row or column. A selection of whole multiples of the block
 * is filled with it; otherwise the block begins at the selection's first cell.
 */
export function placeBlock(
  block: Block,
  { top, left, bottom, right }: Area,
  size: { rows: number; columns: number },
): { placed: PlacedText[]; lost: number } {
  const height = block.length;
  const width = Math.max(...block.map((row) => row.length));
  const isFilled = (bottom - top + 1) % height === 0 && (right - left + 1) % width === 0;
  const rows = isFilled ? bottom - top + 1 : height;
  const columns = isFilled ? right - left + 1 : width;
  const placed: PlacedText[] = [];
  let lost = 0;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const text = block[row % height]?.[column % width] ?? '';
      if (top + row < size.rows && left + column < size.columns)
        placed.push({ row: top + row, column: left + column, text });
      else if (text !== '') lost += 1;
    }
  return { placed, lost };
}
