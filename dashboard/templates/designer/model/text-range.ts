/** Where the caret or the selection of a text on the page is, in characters of its plain text. */
export interface TextRange {
  start: number;
  end: number;
}

/** The text that is edited on the page. */
export interface TextSession {
  id: string;
  range: TextRange;
}
