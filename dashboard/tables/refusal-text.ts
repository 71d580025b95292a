import { plural, t } from '@lingui/core/macro';
import type { OtherFormat, Refusal } from '../../tables/shared/types.ts';
import { LOCALE } from '../language/language.ts';

const FORMATS: Record<OtherFormat, string> = {
  xls: t`It’s an Excel file from before 2007. Open it and save it as XLSX or CSV.`,
  encrypted: t`It has a password. Save it without one.`,
  xlsb: t`It’s a binary workbook (XLSB). Open it in Excel and save it as XLSX.`,
  numbers: t`It’s a Numbers file. Export it from Numbers as Excel or CSV.`,
  html: t`It’s a web page, despite its name. Open it in a spreadsheet program and save it as XLSX.`,
  xml: t`It’s XML, despite its name. Open it in a spreadsheet program and save it as XLSX.`,
  pdf: t`It’s a PDF. Get the table as a spreadsheet (XLSX) or CSV.`,
  docx: t`It’s a document. Copy its table into a spreadsheet, or paste it below.`,
  pptx: t`It’s a presentation. Copy its table into a spreadsheet, or paste it below.`,
  zip: t`It’s a ZIP archive. Unpack it and choose the table in it.`,
  image: t`It’s a picture. Get the table as a spreadsheet (XLSX) or CSV.`,
  gzip: t`It’s compressed. Unpack it and choose the table in it.`,
  rtf: t`It’s formatted text (RTF). Copy its table into a spreadsheet, or paste it below.`,
  json: t`It’s JSON. Use a spreadsheet (XLSX) or CSV, or the API.`,
  exchange: t`It’s a spreadsheet in an old text format (SYLK or DIF). Open it and save it as XLSX or CSV.`,
  binary: t`It isn’t a spreadsheet (XLSX, ODS) or a CSV file.`,
};

/** Returns why a file can't be read, and what to do about it. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.code) {
    case 'empty':
      return t`It’s empty.`;
    case 'no_rows':
      return t`It has no rows below the column names.`;
    case 'no_sheet':
      return t`It has no visible sheet with rows.`;
    case 'other_format':
      return FORMATS[refusal.format];
    case 'damaged':
      return refusal.place === ''
        ? t`It’s damaged. Open it, save it as XLSX or CSV, and choose that file.`
        : t`It’s damaged at ${{ place: refusal.place }}. Open it, save it as XLSX or CSV, and choose that file.`;
    case 'file_too_large':
    case 'unpacked_too_large':
      return t`It’s too large. Copy the rows into a new file, without pictures and other sheets.`;
    case 'too_many_rows': {
      const most = refusal.most.toLocaleString(LOCALE);
      return plural(
        { rows: refusal.rows },
        { other: `It has # rows, and ${most} are allowed. Split it into several files.` },
      );
    }
    case 'too_many_columns':
      return isLine(refusal.place)
        ? t`There is a value far outside the table, in line ${{ line: refusal.place }}. Delete everything beside the table.`
        : t`There is a value far outside the table, in ${{ cell: refusal.place }}. Delete everything beside the table.`;
    case 'cell_too_long': {
      const { place, most } = refusal;
      return isLine(place)
        ? plural(most, { other: `The text in line ${place} is longer than # characters.` })
        : plural(most, { other: `The text in ${place} is longer than # characters.` });
    }
    case 'wrong_byte':
      return refusal.before === ''
        ? t`Line ${{ line: refusal.line.toLocaleString(LOCALE) }} has a character that isn’t UTF-8. Save the file as CSV UTF-8.`
        : t`Line ${{ line: refusal.line.toLocaleString(LOCALE) }} has a character that isn’t UTF-8, after “${{ before: refusal.before }}”. Save the file as CSV UTF-8.`;
    case 'unknown_encoding':
      return t`Line ${{ line: refusal.line.toLocaleString(LOCALE) }} has characters in an unknown encoding. Save the file as CSV UTF-8.`;
    case 'open_quote':
      return t`The quotation marks that start in line ${{ line: refusal.line.toLocaleString(LOCALE) }} aren’t closed.`;
  }
}

/** Returns whether a place is a line of a text rather than a cell of a spreadsheet. */
const isLine = (place: string): boolean => /^\d+$/.test(place);
