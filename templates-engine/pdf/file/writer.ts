import { createHash, type Hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { array, dictionary, type ObjectNumber, reference } from './syntax.ts';

/**
 * zlib levels. Shared parts are compressed once. For the parts of a certificate, level 2 takes a third of the default's time and makes a
 * file 0.5 KB larger.
 */
const LEVEL = { shared: 9, own: 2 } as const;

const SHORT = 900;
/** Options of zlib for data within its window. Their buffers are a quarter of the default's, and are allocated for each stream. */
const SMALL = { windowBits: 13, memLevel: 6 } as const;

const HEADER = '%PDF-1.7\n%\xE2\xE3\xCF\xD3\n';

/** Shared start of copies, and its running digest. */
interface Beginning {
  parts: readonly Uint8Array[];
  digest: Hash;
}

/** Writes the objects of a PDF file one after another (ISO 32000-1, 7.5). A copy continues the file that it was created from. */
export class PdfWriter {
  #beginning: Beginning;
  #parts: Uint8Array[] = [];
  /** Text after the parts, in Latin-1 with one byte per character. */
  #text = '';
  /** Offsets by object number. There is no object 0. */
  readonly #offsets: number[];
  /** Length of the file without the text. */
  #length: number;
  readonly #level: number;

  constructor(from?: PdfWriter) {
    this.#beginning = from ? from.#asBeginning() : { parts: [], digest: createHash('sha256') };
    this.#offsets = from ? [...from.#offsets] : [0];
    this.#length = from ? from.#length : 0;
    this.#level = from ? LEVEL.own : LEVEL.shared;
    if (!from) this.#text = HEADER;
  }

  /** Position of the next byte. */
  get position(): number {
    return this.#length + this.#text.length;
  }

  /** Reserves a number for an object that is written later. */
  reserve(): ObjectNumber {
    return this.#offsets.push(0) - 1;
  }

  add(body: string, number = this.reserve()): ObjectNumber {
    this.#offsets[number] = this.position;
    this.#text += `${number} 0 obj\n${body}\nendobj\n`;
    return number;
  }

  /** Adds an object. Returns the position of its body in the file. */
  addAt(body: string, number: ObjectNumber): number {
    const start = this.position + `${number} 0 obj\n`.length;
    this.add(body, number);
    return start;
  }

  /** Adds a stream. If the entries name a filter, the data is already compressed. */
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
    const isSmall = this.#level === LEVEL.own && data.length <= 2 ** SMALL.windowBits;
    const options = { level: this.#level, ...(isSmall && SMALL) };
    return this.addStream({ ...entries, Filter: '/FlateDecode' }, deflateSync(data, options));
  }

  /** Adds a text stream. Short text of a certificate stays uncompressed, because starting zlib costs more than it saves. */
  addText(data: string): ObjectNumber {
    const isShort = this.#level === LEVEL.own && data.length < SHORT;
    return isShort
      ? this.addStream({}, Buffer.from(data, 'latin1'))
      : this.addCompressed({}, Buffer.from(data, 'latin1'));
  }

  /** Returns the complete file. Its identifier is a digest of its content. */
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
