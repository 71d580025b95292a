/** Caret or selection in a text on the page, in characters of its plain text. */
export interface TextRange {
  start: number;
  end: number;
}

/** Text that is being edited on the page. */
export interface TextSession {
  id: string;
  range: TextRange;
}
