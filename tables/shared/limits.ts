/** Maximum size of a file, in bytes. A thousand rows take less than 1 MB. */
export const MAX_FILE_BYTES = 20_000_000;
/** Maximum size of the unpacked parts of a spreadsheet, in bytes. */
export const MAX_UNPACKED_BYTES = 50_000_000;
/** Maximum number of rows that are not empty. */
export const MAX_ROWS = 50_000;
/** Maximum number of columns. Wider tables have a stray value far outside. */
export const MAX_COLUMNS = 1000;
/** Maximum number of cells that are not empty. */
export const MAX_CELLS = 2_000_000;
/** Maximum length of a text, in UTF-16 code units, as in Excel. */
export const MAX_TEXT = 32_767;
/** Maximum number of addresses or lines that a note lists. */
export const MAX_LISTED = 20;
