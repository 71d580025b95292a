import { Refusal } from '../check.ts';

interface PdfName {
  kind: 'name';
  name: string;
}
/** String with its position in the file, including delimiters. */
export interface PdfString {
  kind: 'string';
  isHex: boolean;
  bytes: Uint8Array;
  start: number;
  end: number;
}
interface PdfReference {
  kind: 'reference';
  number: number;
}
/** Dictionary of a stream, with the position of its data. */
export interface PdfStream {
  kind: 'stream';
  dictionary: PdfDictionary;
  start: number;
}
export type PdfDictionary = ReadonlyMap<string, PdfValue>;
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfReference
  | PdfStream
  | PdfDictionary
  | readonly PdfValue[];

export const damaged = (): Refusal => new Refusal('pdfDamaged');

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;

type Kind = 'name' | 'string' | 'reference' | 'stream';

export const isKind = <K extends Kind>(value: PdfValue | undefined, kind: K): value is Extract<PdfValue, { kind: K }> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

export const isName = (value: PdfValue | undefined, name: string): boolean =>
  isKind(value, 'name') && value.name === name;

/** Returns a text string (ISO 32000-1, 7.9.2.2): UTF-16 with a byte order mark, otherwise one character per byte. */
export function textOf(value: PdfValue | undefined): string | null {
  if (!isKind(value, 'string')) return null;
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
