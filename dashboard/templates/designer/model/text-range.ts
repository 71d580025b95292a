/** Caret or selection in a text on the page, in characters of its plain text. */
export interface TextRange {
  start: number;
  end: number;
}

/** Returns where a variable is inserted: at the caret or the end of the selection, so that nothing is replaced. */
export function caretOf({ end }: TextRange, length: number): TextRange {
  const at = Math.min(end, length);
  return { start: at, end: at };
}

/** Text that is being edited, with its caret. */
export interface TextSession {
  id: string;
  range: TextRange;
  /** Cell of a table that is being edited. */
  cell?: CellPlace;
  /** Place in the window where the pointer opened it. */
  opened?: { x: number; y: number };
}

/** Position of a cell in its table, from 0. */
export interface CellPlace {
  row: number;
  column: number;
}
