/** Kind of a cell's value. `uncalculated` is a formula whose result the file lacks. */
type CellKind = 'text' | 'number' | 'date' | 'boolean' | 'error' | 'uncalculated';

export interface Cell {
  /** Text as people see it in the file; a complete date as ISO 8601. */
  text: string;
  kind: CellKind;
  /** Number behind a formatted text, such as 0.95 behind `95%`. */
  number?: number;
  /** Complete date as people see it in the file, unless that depends on a language that is not known. */
  shown?: string;
}

export interface SheetRow {
  /** Number of the row in the sheet, or of the line in the text. The first is 1. */
  number: number;
  isHidden: boolean;
  /** Cells by column. Missing ones are empty. */
  cells: (Cell | undefined)[];
}

/** Rows that are not empty, in order. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: SheetRow[];
  /** Indexes of hidden columns. */
  hiddenColumns: ReadonlySet<number>;
}

/** Order of day, month and year in the dates of a column. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy';
export type DecimalMark = '.' | ',';

/** Decisions of a person. A reading without open questions used only these and what the file proves. */
export interface Choices {
  /** Encoding of a text, as named by a question or a note. */
  encoding?: string;
  /** Delimiter of a text; an empty one reads each line as one cell. */
  delimiter?: string;
  /** Index of the sheet. */
  sheet?: number;
  /** Number of the row with the column names; 0 without one. */
  headerRow?: number;
  /** True to include hidden rows and columns, which are left out otherwise. */
  includesHidden?: boolean;
  /** Cells to the right of the last column name: kept as columns, or their rows left out. */
  extraCells?: 'keep' | 'leave-out';
  /** Language whose marks the numbers of a spreadsheet are shown with (BCP 47). */
  locale?: string;
  /** Order of dates, by the index of a column. */
  dateOrders?: Readonly<Record<number, DateOrder>>;
  /** Decimal mark, by the index of a column. */
  decimalMarks?: Readonly<Record<number, DecimalMark>>;
  /** Maximum number of rows below the header. */
  maxRows?: number;
}

export interface EncodingCandidate {
  encoding: string;
  /** First texts with letters outside ASCII. */
  samples: string[];
}

/** Decision that the reader leaves to a person. The reading used the first candidate. */
export type Question =
  | { code: 'encoding'; candidates: EncodingCandidate[] }
  | { code: 'sheet'; candidates: { sheet: number; name: string; rows: number }[] }
  | { code: 'header'; candidates: { row: number; texts: string[] }[] }
  | { code: 'extra_cells'; line: number; rows: number; candidates: ('one-column' | 'keep' | 'leave-out')[] }
  | { code: 'date_order'; column: number; name: string; candidates: DateOrder[]; samples: string[] }
  | { code: 'decimal_mark'; column: number; name: string; candidates: DecimalMark[]; samples: string[] }
  | { code: 'locale'; samples: string[] };

/** Decision that the reader made, or a fact about the file that a person should know. */
export type Note =
  | { code: 'encoding'; encoding: string }
  | { code: 'delimiter'; delimiter: string }
  | { code: 'sheet'; name: string; sheets: number }
  | { code: 'hidden_sheets'; names: string[] }
  | { code: 'hidden_rows'; count: number; isIncluded: boolean }
  | { code: 'hidden_columns'; names: string[]; isIncluded: boolean }
  | { code: 'header'; row: number; skipped: number }
  | { code: 'merged_cells'; count: number }
  | { code: 'error_cells'; addresses: string[]; count: number }
  | { code: 'uncalculated_cells'; addresses: string[]; count: number }
  | { code: 'long_numbers'; addresses: string[]; count: number }
  | { code: 'loose_quotes'; lines: number[] }
  | { code: 'unescaped'; count: number }
  | { code: 'unnamed_columns'; places: string[] }
  | { code: 'rows_left_out'; lines: number[]; count: number };

/** Format of a file that holds no table that can be read. */
export type OtherFormat =
  | ('xls' | 'encrypted' | 'xlsb' | 'numbers' | 'html' | 'xml' | 'pdf' | 'docx' | 'pptx' | 'zip')
  | ('image' | 'gzip' | 'rtf' | 'json' | 'exchange' | 'binary');

/** Reason why a file has no table that can be read. */
export type Refusal =
  | { code: 'empty' }
  | { code: 'no_rows' }
  | { code: 'no_sheet' }
  | { code: 'other_format'; format: OtherFormat }
  | { code: 'damaged'; place: string }
  | { code: 'file_too_large'; bytes: number; most: number }
  | { code: 'unpacked_too_large'; most: number }
  | { code: 'too_many_rows'; rows: number; most: number }
  | { code: 'too_many_columns'; place: string; most: number }
  | { code: 'cell_too_long'; place: string; most: number }
  | { code: 'wrong_byte'; line: number; before: string }
  | { code: 'unknown_encoding'; line: number }
  | { code: 'open_quote'; line: number };

export interface Column {
  /** Unique name; empty for a column without one. */
  name: string;
  /** True if an earlier column has the same name in the file. `name` then ends with a number in brackets. */
  isRepeated: boolean;
  /** Index in the sheet. */
  index: number;
  /** Letters of a spreadsheet's column, such as `AB`. */
  place: string;
  isHidden: boolean;
  /** Orders in which the most numeric dates of the column are days. Empty if the column has none. */
  dateOrders: DateOrder[];
  /** Decimal marks with which the most numbers of the column can be read. Empty if the column has none. */
  decimalMarks: DecimalMark[];
}

export interface TableRow {
  /** Number of the row in the sheet, or of the line in the text. */
  number: number;
  /** Cells by column. */
  cells: Cell[];
}

export interface Reading {
  sheets: { name: string; isHidden: boolean; rows: number }[];
  /** Index of the sheet that was read. */
  sheet: number;
  /** Number of the row with the column names; 0 without one. */
  headerRow: number;
  columns: Column[];
  rows: TableRow[];
  report: Note[];
  /** Open questions. The table is final without any. Those with a column matter only if it is used for dates or numbers. */
  questions: Question[];
}
