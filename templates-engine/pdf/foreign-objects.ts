import { type PdfObject, type PdfValue, valueToPdf } from '../graphics/pdf-objects.ts';
import type { ObjectNumber } from './syntax.ts';
import type { PdfWriter } from './writer.ts';

/** Writes a graph of objects that come from another PDF; returns their numbers in the file, by index. */
export function addObjects(file: PdfWriter, objects: readonly PdfObject[]): ObjectNumber[] {
  const numbers = objects.map(() => file.reserve());
  for (const [index, { value, data }] of objects.entries()) {
    const number = numbers[index];
    if (data) file.addStream(entriesToPdf(value, numbers), data, number);
    else file.add(valueToPdf(value, numbers), number);
  }
  return numbers;
}

/** The entries of a dictionary, as the writer takes them. */
const entriesToPdf = (value: PdfValue, numbers: readonly ObjectNumber[]): Record<string, string> =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueToPdf(item as PdfValue, numbers)]));
