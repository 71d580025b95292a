import { deflateSync } from 'node:zlib';
import { PDFRef } from 'pdf-lib';
import type { PdfObject, PdfValue } from '../../graphics/pdf-objects.ts';
import { broken, refused } from './fault.ts';
import { Layers } from './layers.ts';
import type { Raw, Source } from './source.ts';

/** What a page may take. */
const LIMITS = {
  objects: [20_000, 'objects'],
  content: [40_000_000, 'bytes of drawing operators'],
  pixels: [40_000_000, 'pixels of pictures'],
  bytes: [200_000_000, 'bytes when its streams are decompressed'],
  operations: [2_000_000, 'drawing operations'],
} as const;
/** A content stream, and the operations that it takes, those of what it draws included. */
export interface Rewritten {
  content: Buffer;
  operations: number;
}

type Resource = keyof typeof LIMITS;

/** How deep forms, patterns and glyphs may be in each other. */
const MAX_DEPTH = 28;

/** The page that is read: its source, and the objects that are kept of it, each made anew. */
export class Graph {
  readonly source: Source;
  readonly layers: Layers;
  readonly objects: PdfObject[] = [];
  /** Fonts that have no program in the file, and are shown. */
  readonly missingFonts = new Set<string>();
  /** The space of the device’s CMYK, once it is needed. */
  cmyk: PdfValue | undefined;
  /** Whether something is blended with what lies under it. */
  isBlended = false;
  readonly #made = new Map<string, PdfValue | null>();
  /** Of forms and patterns, the operations that they take each time; by their objects. */
  readonly #work = new Map<number, number>();
  readonly #open = new Set<string>();
  readonly #spent: Record<Resource, number> = { objects: 0, content: 0, pixels: 0, bytes: 0, operations: 0 };

  constructor(source: Source) {
    this.source = source;
    this.layers = new Layers(source);
  }

  /** Adds an object; returns a reference to it. */
  add(value: PdfValue, data?: Uint8Array): number {
    this.spend('objects', 1);
    return this.objects.push(data ? { value, data } : { value }) - 1;
  }

  /** Adds a stream, its data compressed here. */
  addCompressed(entries: Readonly<Record<string, PdfValue>>, data: Uint8Array): number {
    return this.add({ ...entries, Filter: '/FlateDecode' }, deflateSync(data, { level: 9 }));
  }

  /** Adds a stream of drawing operators, which take some operations each time. */
  addContent(entries: Readonly<Record<string, PdfValue>>, { content, operations }: Rewritten): number {
    const index = this.addCompressed(entries, content);
    this.#work.set(index, operations);
    return index;
  }

  /** The operations that it takes to draw what was made. */
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
   * What is made of an object in some role, once for each object of the source; null where nothing is. What contains
   * itself is refused.
   */
  once<Made extends PdfValue | null>(role: string, value: Raw, make: () => Made): Made {
    const key = value instanceof PDFRef ? `${role} ${value}` : null;
    const known = key === null ? undefined : this.#made.get(key);
    if (known !== undefined) return known as Made;
    if (key !== null && this.#open.has(key)) throw broken('something contains itself');
    if (this.#open.size >= MAX_DEPTH * 4) throw broken('forms are nested too deeply');
    // What is written in place has no reference, but counts for the depth.
    const opened = key ?? `${role} ${this.#open.size}`;
    this.#open.add(opened);
    const made = make();
    this.#open.delete(opened);
    if (key !== null) this.#made.set(key, made);
    return made;
  }
}
