/**
 * Value of a PDF object (ISO 32000-1, 7.3). A string is PDF syntax in Latin-1: a name, number, string, boolean or null. A number is a
 * reference to the object with that index. Other values are arrays and dictionaries, with keys without a slash.
 */
export type PdfValue = string | number | readonly PdfValue[] | { readonly [key: string]: PdfValue };

/** Object in a graph of objects. A stream has a dictionary, which names the filter of its data. */
export interface PdfObject {
  value: PdfValue;
  data?: Uint8Array;
}

/** Returns a value in PDF syntax. `numbers` contains the object numbers in the file, by index. */
export function valueToPdf(value: PdfValue, numbers: readonly number[]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return `${numbers[value]} 0 R`;
  if (isList(value)) return `[${value.map((item) => valueToPdf(item, numbers)).join(' ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `/${key} ${valueToPdf(item, numbers)}`);
  return `<< ${entries.join(' ')} >>`;
}

const isList = (value: PdfValue): value is readonly PdfValue[] => Array.isArray(value);
