import { createHash, type Hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { array, dictionary, type ObjectNumber, reference } from './syntax.ts';

/**
 * zlib's levels: what is shared is compressed once; the rest for each certificate, where level 2 takes a third of the
 * default's time and makes a file half a kilobyte larger.
 */
const LEVEL = { shared: 9, own: 2 } as const;

const SHORT = 900;

const HEADER = '%PDF-1.7\n%\xE2\xE3\xCF\xD3\n';

/** The bytes that copies begin with, and their digest so far. */
interface Beginning {
  parts: readonly Uint8Array[];
  digest: Hash;
}

/** Writes a PDF file's objects one after another (ISO 32000-1, 7.5). A copy continues a file that was begun. */
export class PdfWriter {
  #beginning: Beginning;
  #parts: Uint8Array[] = [];
  /** What is written after the parts: Latin-1, a byte for each character. */
  #text = '';
  /** By object number; 0 is no object. */
  readonly #offsets: number[];
  /** Up to the text. */
  #length: number;
  readonly #level: number;

  constructor(from?: PdfWriter) {
    this.#beginning = from ? from.#asBeginning() : { parts: [], digest: createHash('sha256') };
    this.#offsets = from ? [...from.#offsets] : [0];
    this.#length = from ? from.#length : 0;
    this.#level = from ? LEVEL.own : LEVEL.shared;
    if (!from) this.#text = HEADER;
  }

  /** Where the next byte goes. */
  get position(): number {
    return this.#length + this.#text.length;
  }

  /** A number for an object that is written later. */
  reserve(): ObjectNumber {
    return this.#offsets.push(0) - 1;
  }

  add(body: string, number = this.reserve()): ObjectNumber {
    this.#offsets[number] = this.position;
    this.#text += `${number} 0 obj\n${body}\nendobj\n`;
    return number;
  }

  /** The same; returns where in the file the body begins. */
  addAt(body: string, number: ObjectNumber): number {
    const start = this.position + `${number} 0 obj\n`.length;
    this.add(body, number);
    return start;
  }

  /** A stream; the data is compressed already where the entries name a filter. */
  addStream(entries: Record<string, string>, data: Uint8Array, number = this.reserve()): ObjectNumber {
    this.#offsets[number] = this.position;
    this.#text += `${number} 0 obj\n${dictionary({ ...entries, Length: String(data.length) })}\nstream\n`;
    this.#flush();
    this.#parts.push(data);
    this.#length += data.length;
    this.#text = '\nendstream\nendobj\n';
    return number;
  }

  addCompressed(entries: Record<string, string>, data: string | Uint8Array): ObjectNumber {
    return this.addStream({ ...entries, Filter: '/FlateDecode' }, deflateSync(data, { level: this.#level }));
  }

  /** The same, but what is short stays as it is in what is written for each certificate: zlib's start costs more than it saves. */
  addText(data: string): ObjectNumber {
    const isShort = this.#level === LEVEL.own && data.length < SHORT;
    return isShort
      ? this.addStream({}, Buffer.from(data, 'latin1'))
      : this.addCompressed({}, Buffer.from(data, 'latin1'));
  }

  /** The whole file; its identity is a digest of its content. */
  save({ root, info }: { root: ObjectNumber; info?: ObjectNumber }): Uint8Array {
    const start = this.position;
    const rows = this.#offsets.map((offset, number) =>
      number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
    );
    this.#flush();
    const { parts, digest } = this.#beginning;
    const own = digest.copy();
    for (const part of this.#parts) own.update(part);
    const id = `<${own.digest('hex').slice(0, 32).toUpperCase()}>`;
    const size = String(this.#offsets.length);
    const trailer = dictionary({
      Size: size,
      Root: reference(root),
      ...(info !== undefined && { Info: reference(info) }),
      ID: array([id, id]),
    });
    const end = `xref\n0 ${size}\n${rows.join('')}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`;
    return Buffer.concat([...parts, ...this.#parts, Buffer.from(end, 'latin1')]);
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#parts.push(Buffer.from(this.#text, 'latin1'));
    this.#length += this.#text.length;
    this.#text = '';
  }

  #asBeginning(): Beginning {
    this.#flush();
    if (this.#parts.length > 0) {
      const added = Buffer.concat(this.#parts);
      const { parts, digest } = this.#beginning;
      this.#beginning = { parts: [...parts, added], digest: digest.copy().update(added) };
      this.#parts = [];
    }
    return this.#beginning;
  }
}
