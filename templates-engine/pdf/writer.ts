import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** An object's number, for `reference`. */
export type ObjectNumber = number;

export const reference = (number: ObjectNumber): string => `${number} 0 R`;

/** A number with five decimals at most. */
export const n = (value: number): string => String(Math.round(value * 1e5) / 1e5 || 0);

/** A dictionary's or an array's text from its entries. */
export const dictionary = (entries: Record<string, string>): string =>
  `<< ${Object.entries(entries)
    .map(([key, value]) => `/${key} ${value}`)
    .join(' ')} >>`;

export const array = (items: readonly (string | number)[]): string =>
  `[${items.map((item) => (typeof item === 'number' ? n(item) : item)).join(' ')}]`;

/** A text string (ISO 32000-1, 7.9.2.2): UTF-16 with its mark, in hexadecimal. */
export function textString(text: string): string {
  let hex = 'FEFF';
  for (let at = 0; at < text.length; at++) hex += text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `<${hex}>`;
}

/** A string of ASCII. */
export const asciiString = (text: string): string => `(${text.replaceAll(/[\\()]/g, '\\$&')})`;

export const dateString = (date: Date): string =>
  asciiString(`D:${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`);

const HEADER = Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1');

/** Writes a PDF file's objects one after another (ISO 32000-1, 7.5). A copy continues a file that was begun. */
export class PdfWriter {
  readonly #parts: Uint8Array[];
  /** By object number; 0 is no object. */
  readonly #offsets: number[];
  #length: number;

  constructor(from?: PdfWriter) {
    this.#parts = from ? [Buffer.concat(from.#parts)] : [HEADER];
    this.#offsets = from ? [...from.#offsets] : [0];
    this.#length = from ? from.#length : HEADER.length;
  }

  /** A number for an object that is written later. */
  reserve(): ObjectNumber {
    return this.#offsets.push(0) - 1;
  }

  add(body: string, number = this.reserve()): ObjectNumber {
    this.#begin(number);
    this.#write(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1'));
    return number;
  }

  /** A stream; the data is compressed already where the entries name a filter. */
  addStream(entries: Record<string, string>, data: Uint8Array): ObjectNumber {
    const number = this.reserve();
    this.#begin(number);
    const head = dictionary({ ...entries, Length: String(data.length) });
    this.#write(Buffer.from(`${number} 0 obj\n${head}\nstream\n`, 'latin1'));
    this.#write(data);
    this.#write(Buffer.from('\nendstream\nendobj\n', 'latin1'));
    return number;
  }

  addCompressed(entries: Record<string, string>, data: string | Uint8Array): ObjectNumber {
    return this.addStream({ ...entries, Filter: '/FlateDecode' }, deflateSync(data));
  }

  /** The whole file; its identity is a digest of its content. */
  save({ root, info }: { root: ObjectNumber; info: ObjectNumber }): Uint8Array {
    const start = this.#length;
    const rows = this.#offsets.map((offset, number) =>
      number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
    );
    const digest = createHash('sha256');
    for (const part of this.#parts) digest.update(part);
    const id = `<${digest.digest('hex').slice(0, 32).toUpperCase()}>`;
    const size = String(this.#offsets.length);
    const trailer = dictionary({ Size: size, Root: reference(root), Info: reference(info), ID: array([id, id]) });
    this.#write(
      Buffer.from(`xref\n0 ${size}\n${rows.join('')}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`, 'latin1'),
    );
    return Buffer.concat(this.#parts);
  }

  #begin(number: ObjectNumber): void {
    this.#offsets[number] = this.#length;
  }

  #write(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}
