import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFRef } from 'pdf-lib';
import type { PdfObject, PdfValue } from '../../graphics/pdf-objects.ts';
import { broken, refused } from './fault.ts';
import { Layers } from './layers.ts';
import type { Pdfium } from './pdfium.ts';
import type { Raw, Source } from './source.ts';

/** Limits of a page. */
const LIMITS = {
  objects: [20_000, 'objects'],
  content: [40_000_000, 'bytes of drawing operators'],
  pixels: [40_000_000, 'pixels of pictures'],
  bytes: [200_000_000, 'bytes in decompressed streams'],
  operations: [2_000_000, 'drawing operations'],
} as const;
/** Content stream, and the number of operations to draw it, including those of its forms. */
export interface Rewritten {
  content: Buffer;
  operations: number;
}

type Resource = keyof typeof LIMITS;

/** Maximum nesting depth of forms, patterns and glyphs. */
const MAX_DEPTH = 28;

/** Colour space of a spot colour, under the name that it has in the file. */
export interface Separation {
  name: string;
  value: PdfValue;
}

/** Page that is being read: its source, and the objects kept of it, all of them rewritten. */
export class Graph {
  readonly source: Source;
  readonly pdfium: Pdfium;
  readonly layers: Layers;
  readonly objects: PdfObject[] = [];
  /** Names of fonts that are used but not embedded, and unknown. */
  readonly missingFonts = new Set<string>();
  /** Names of standard fonts that are used but not embedded. Others of equal metrics replace them. */
  readonly replacedFonts = new Set<string>();
  /** Colour space that replaces device CMYK, once needed. */
  cmyk: PdfValue | undefined;
  /** Spaces of spot colours by ink and definition, and the names that are taken in the file. */
  readonly separations = { byInk: new Map<string, Map<string, Separation>>(), names: new Set<string>() };
  /** Set if any content is blended with its backdrop. */
  isBlended = false;
  readonly #made = new Map<string, PdfValue | null>();
  /** Operations per use of forms and patterns, by object index. */
  readonly #work = new Map<number, number>();
  readonly #digests = new WeakMap<Uint8Array, string>();
  readonly #open = new Set<string>();
  readonly #closers: (() => void)[] = [];
  readonly #spent: Record<Resource, number> = { objects: 0, content: 0, pixels: 0, bytes: 0, operations: 0 };

  constructor(source: Source, pdfium: Pdfium) {
    this.source = source;
    this.pdfium = pdfium;
    this.layers = new Layers(source);
  }

  /** Registers a function that frees memory of PDFium. */
  onClose(close: () => void): void {
    this.#closers.push(close);
  }

  close(): void {
    for (const close of this.#closers.splice(0)) close();
  }

  /** Adds an object. Returns its index, which serves as a reference. */
  add(value: PdfValue, data?: Uint8Array): number {
    this.spend('objects', 1);
    return this.objects.push(data ? { value, data } : { value }) - 1;
  }

  /** Returns a text that is the same for values with the same content, including that of the objects that they refer to. */
  textOf(value: PdfValue): string {
    return JSON.stringify(value, (_, part: PdfValue) => {
      if (typeof part !== 'number') return part;
      const { value: content, data } = this.objects[part] ?? { value: 'null' };
      return { content, ...(data && { data: this.#digestOf(data) }) };
    });
  }

  /** Returns the SHA-256 of a stream's data. Thousands of colour spaces can share a function. */
  #digestOf(data: Uint8Array): string {
    const known = this.#digests.get(data) ?? createHash('sha256').update(data).digest('hex');
    this.#digests.set(data, known);
    return known;
  }

  /** Adds a stream and compresses its data. */
  addCompressed(entries: Readonly<Record<string, PdfValue>>, data: Uint8Array): number {
    return this.add({ ...entries, Filter: '/FlateDecode' }, deflateSync(data, { level: 9 }));
  }

  /** Adds a stream of drawing operators with its operations per use. */
  addContent(entries: Readonly<Record<string, PdfValue>>, { content, operations }: Rewritten): number {
    const index = this.addCompressed(entries, content);
    this.#work.set(index, operations);
    return index;
  }

  /** Returns the number of operations to draw an object. */
  workOf(value: PdfValue | undefined): number {
    return (typeof value === 'number' && this.#work.get(value)) || 1;
  }

  remaining(resource: Resource): number {
    return LIMITS[resource][0] - this.#spent[resource];
  }

  spend(resource: Resource, amount: number): void {
    const [most, what] = LIMITS[resource];
    this.#spent[resource] += amount;
    if (this.#spent[resource] > most) throw refused('pdf_too_complex', { resource: what, most });
  }

  /**
   * Returns the result of `make` for an object in some role, created once per object of the source. A null result is cached as well.
   * Rejects objects that contain themselves.
   */
  once<Made extends PdfValue | null>(role: string, value: Raw, make: () => Made): Made {
    const key = value instanceof PDFRef ? `${role} ${value}` : null;
    const known = key === null ? undefined : this.#made.get(key);
    if (known !== undefined) return known as Made;
    if (key !== null && this.#open.has(key)) throw broken('an object contains itself');
    if (this.#open.size >= MAX_DEPTH * 4) throw broken('forms are nested too deeply');
    // A direct object has no reference, but counts towards the depth.
    const opened = key ?? `${role} ${this.#open.size}`;
    this.#open.add(opened);
    const made = make();
    this.#open.delete(opened);
    if (key !== null) this.#made.set(key, made);
    return made;
  }
}
