import { valueToPdf } from '../graphics/pdf-objects.ts';
import type { PrintPages } from './read-pages.ts';

const HEADER = '%PDF-1.7\n%\xE2\xE3\xCF\xD3\n';
/** Reserved object number of the page tree, which each page refers to. */
const PAGES = 1;
const CATALOG = 2;

/** Writes a print PDF incrementally. Keeps only the digests and positions of written objects. */
export class PrintFile {
  readonly #numbers = new Map<string, number>();
  /** Offsets by object number. */
  readonly #offsets: number[] = [0, 0, 0];
  readonly #pages: number[] = [];
  #length = 0;
  #outputIntents: string | null = null;
  #hasBleed = false;

  /** Returns the next bytes of the file: pages, and objects not written before. */
  add({ objects, pages, hasBleed, outputIntents }: PrintPages): Buffer {
    const parts = this.#length === 0 ? [this.#take(Buffer.from(HEADER, 'latin1'))] : [];
    const numbers: number[] = [];
    const isPage = new Set(pages);
    for (const [index, { value, data, digest }] of objects.entries()) {
      const known = isPage.has(index) ? 0 : this.#numbers.get(digest);
      numbers.push(known ?? this.#offsets.length);
      if (known !== undefined) continue;
      this.#numbers.set(digest, this.#offsets.length);
      this.#offsets.push(0);
      const entries = data ? { ...(value as object), Length: String(data.length) } : value;
      parts.push(this.#object(this.#offsets.length - 1, valueToPdf(entries, numbers), data));
    }
    // Equal pages are separate objects, because each has one place in the page tree (ISO 32000-1, 7.7.3.2).
    for (const page of pages) {
      const number = this.#offsets.push(0) - 1;
      this.#pages.push(number);
      const own = { ...(objects[page]?.value as object), Parent: `${PAGES} 0 R` };
      parts.push(this.#object(number, valueToPdf(own, numbers)));
    }
    this.#hasBleed ||= hasBleed;
    if (outputIntents !== null) this.#outputIntents ??= valueToPdf(outputIntents, numbers);
    return Buffer.concat(parts);
  }

  /** Returns the end of the file; null if there are no pages, and so no file. */
  end(): Buffer | null {
    if (this.#pages.length === 0) return null;
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ');
    const intents = this.#outputIntents === null ? '' : ` /OutputIntents ${this.#outputIntents}`;
    // A viewer that shrinks pages to the paper would shrink the trim box, too (ISO 32000-1, 12.2).
    const preferences = this.#hasBleed ? ' /ViewerPreferences << /PrintScaling /None >>' : '';
    const parts = [
      this.#object(PAGES, `<< /Type /Pages /Kids [${kids}] /Count ${this.#pages.length} >>`),
      this.#object(CATALOG, `<< /Type /Catalog /Pages ${PAGES} 0 R${preferences}${intents} >>`),
    ];
    const start = this.#length;
    const rows = this.#offsets.map((offset, number) =>
      number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
    );
    const size = this.#offsets.length;
    const end = `xref\n0 ${size}\n${rows.join('')}trailer\n<< /Size ${size} /Root ${CATALOG} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(end, 'latin1')]);
  }

  #object(number: number, body: string, data?: Uint8Array): Buffer {
    this.#offsets[number] = this.#length;
    const head = Buffer.from(`${number} 0 obj\n${body}\n${data ? 'stream\n' : 'endobj\n'}`, 'latin1');
    return this.#take(data ? Buffer.concat([head, data, Buffer.from('\nendstream\nendobj\n')]) : head);
  }

  #take(bytes: Buffer): Buffer {
    this.#length += bytes.length;
    return bytes;
  }
}
