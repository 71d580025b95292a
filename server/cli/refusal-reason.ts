import type { OtherFormat, Refusal } from '../../tables/shared/types.ts';

const FORMATS: Record<OtherFormat, string> = {
  xls: 'an Excel file from before 2007',
  encrypted: 'protected by a password',
  xlsb: 'a binary workbook (XLSB)',
  numbers: 'a Numbers file',
  html: 'a web page',
  xml: 'XML',
  pdf: 'a PDF',
  docx: 'a document',
  pptx: 'a presentation',
  zip: 'a ZIP archive',
  image: 'a picture',
  gzip: 'compressed',
  rtf: 'formatted text (RTF)',
  json: 'JSON',
  exchange: 'a spreadsheet in an old text format (SYLK, DIF)',
  binary: 'neither a spreadsheet nor a text',
};

/** Returns why a file has no table that can be read. */
export function refusalReason(refusal: Refusal): string {
  switch (refusal.code) {
    case 'empty':
      return 'is empty';
    case 'no_rows':
      return 'has no rows below the names of the columns';
    case 'no_sheet':
      return 'has no visible sheet with rows';
    case 'other_format':
      return `is ${FORMATS[refusal.format]}. Save it as XLSX, ODS or CSV`;
    case 'damaged':
      return `is damaged${refusal.place === '' ? '' : ` at ${refusal.place}`}. Save it again as XLSX or CSV`;
    case 'file_too_large':
    case 'unpacked_too_large':
      return `is too large. Use at most ${refusal.most} bytes`;
    case 'too_many_rows':
      return `has ${refusal.rows} rows. Use at most ${refusal.most}`;
    case 'too_many_columns':
      return `has a value beyond column ${refusal.most}, at ${refusal.place}`;
    case 'cell_too_long':
      return `has a text of more than ${refusal.most} characters, at ${refusal.place}`;
    case 'wrong_byte':
      return `line ${refusal.line} is not UTF-8${refusal.before === '' ? '' : `, after "${refusal.before}"`}. Save it as CSV in UTF-8`;
    case 'unknown_encoding':
      return `line ${refusal.line} is in an unknown encoding. Save it as CSV in UTF-8`;
    case 'open_quote':
      return `the quotation marks in line ${refusal.line} don't match`;
  }
}
