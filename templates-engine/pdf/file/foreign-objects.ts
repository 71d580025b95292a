import { type PdfObject, type PdfValue, valueToPdf } from '../../graphics/pdf-objects.ts';
import type { ObjectNumber } from './syntax.ts';
import type { PdfWriter } from './writer.ts';

/** Writes a graph of objects from another PDF. Returns their object numbers in the file, by index. */
export function addObjects(file: PdfWriter, objects: readonly PdfObject[]): ObjectNumber[] {
  const numbers = objects.map(() => file.reserve());
  for (const [index, { value, data }] of objects.entries()) {
    const number = numbers[index];
    if (data) file.addStream(entriesToPdf(value, numbers), data, number);
    else file.add(valueToPdf(value, numbers), number);
  }
  return numbers;
}

/** Converts a dictionary to the form that the writer accepts. */
const entriesToPdf = (value: PdfValue, numbers: readonly ObjectNumber[]): Record<string, string> =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueToPdf(item as PdfValue, numbers)]));
