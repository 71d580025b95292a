import type { OtherFormat, Refusal } from '../../tables/shared/types.ts';

const FORMATS: Record<OtherFormat, string> = {
  xls: 'It’s an Excel file from before 2007. Open it and save it as XLSX or CSV.',
  encrypted: 'It has a password. Save it without one.',
  xlsb: 'It’s a binary workbook (XLSB). Open it in Excel and save it as XLSX.',
  numbers: 'It’s a Numbers file. Export it from Numbers as Excel or CSV.',
  html: 'It’s a web page, whatever its name says. Open it in a spreadsheet program and save it as XLSX.',
  xml: 'It’s XML, whatever its name says. Open it in a spreadsheet program and save it as XLSX.',
  pdf: 'It’s a PDF. Get the table as a spreadsheet (XLSX) or CSV.',
  docx: 'It’s a document. Copy its table into a spreadsheet, or paste it below.',
  pptx: 'It’s a presentation. Copy its table into a spreadsheet, or paste it below.',
  zip: 'It’s a ZIP archive. Unpack it and choose the table in it.',
  image: 'It’s a picture. Get the table as a spreadsheet (XLSX) or CSV.',
  gzip: 'It’s compressed. Unpack it and choose the table in it.',
  rtf: 'It’s formatted text (RTF). Copy its table into a spreadsheet, or paste it below.',
  json: 'It’s JSON. Use a spreadsheet (XLSX) or CSV, or the API.',
  binary: 'It’s neither a spreadsheet (XLSX, ODS) nor a text file (CSV).',
};

/** Returns why a file can't be read, and what to do about it. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.code) {
    case 'empty':
      return 'It’s empty.';
    case 'no_rows':
      return 'It has no rows below the column names.';
    case 'no_sheet':
      return 'It has no visible sheet with rows.';
    case 'other_format':
      return FORMATS[refusal.format];
    case 'damaged':
      return refusal.place === ''
        ? 'It’s damaged. Open it, save it as XLSX or CSV, and choose that file.'
        : `It’s damaged at ${refusal.place}. Open it, save it as XLSX or CSV, and choose that file.`;
    case 'file_too_large':
    case 'unpacked_too_large':
      return 'It’s too large. Copy the rows into a new file, without pictures and other sheets.';
    case 'too_many_rows':
      return `It has ${refusal.rows.toLocaleString()} rows, and ${refusal.most.toLocaleString()} are allowed. Split it into several files.`;
    case 'too_many_columns':
      return `There is a value far outside the table, in ${placeText(refusal.place)}. Delete everything beside the table.`;
    case 'cell_too_long':
      return `The text in ${placeText(refusal.place)} is longer than ${refusal.most.toLocaleString()} characters.`;
    case 'wrong_byte':
      return `Line ${refusal.line.toLocaleString()} has a character that isn’t UTF-8${refusal.before === '' ? '' : `, after “${refusal.before}”`}. Save the file as CSV UTF-8.`;
    case 'unknown_encoding':
      return `Line ${refusal.line.toLocaleString()} has characters in an unknown encoding. Save the file as CSV UTF-8.`;
    case 'open_quote':
      return `The quotation marks that start in line ${refusal.line.toLocaleString()} aren’t closed.`;
  }
}

const placeText = (place: string): string => (/^\d+$/.test(place) ? `line ${place}` : place);
