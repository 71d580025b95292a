/**
 * An object's value in a PDF (ISO 32000-1, 7.3): a string is its syntax (a name, number, string, boolean or null, in
 * Latin-1), a number is a reference to the object with that index, and the rest are arrays and dictionaries, whose keys
 * have no slash.
 */
export type PdfValue = string | number | readonly PdfValue[] | { readonly [key: string]: PdfValue };

/** An object of a graph of objects; a stream has a dictionary, which names the filter of its data. */
export interface PdfObject {
  value: PdfValue;
  data?: Uint8Array;
}

/** The syntax of a value; `numbers` are the objects' numbers in the file, by their index. */
export function valueToPdf(value: PdfValue, numbers: readonly number[]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return `${numbers[value]} 0 R`;
  if (isList(value)) return `[${value.map((item) => valueToPdf(item, numbers)).join(' ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `/${key} ${valueToPdf(item, numbers)}`);
  return `<< ${entries.join(' ')} >>`;
}

const isList = (value: PdfValue): value is readonly PdfValue[] => Array.isArray(value);
