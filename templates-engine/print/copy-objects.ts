import { createHash } from 'node:crypto';
import { PDFArray, type PDFContext, PDFDict, PDFNull, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import type { PdfValue } from '../graphics/pdf-objects.ts';

/** Object of a print PDF. References in its value are indexes in the same list. */
export interface PrintObject {
  value: PdfValue;
  data?: Uint8Array;
  /** SHA-256 (base64) of the object and everything it refers to. Equal in files that contain the same object. */
  digest: string;
}

/** Entries that refer back to the page of an object, and to the structure of the document. */
const LEFT_OUT = new Set(['Parent', 'StructParent', 'StructParents']);
const MAX_DEPTH = 100;

/** Collects the objects of several PDFs without duplicates. */
export class Objects {
  readonly all: PrintObject[] = [];
  readonly #byDigest = new Map<string, number>();

  /** Adds an object unless an equal one exists. Returns its index. */
  add(value: PdfValue, data?: Uint8Array): number {
    const hash = createHash('sha256').update(JSON.stringify(value, (_, item) => this.#withDigest(item)));
    const digest = (data ? hash.update('stream').update(data) : hash).digest('base64');
    const known = this.#byDigest.get(digest);
    if (known !== undefined) return known;
    const index = this.all.push(data ? { value, data, digest } : { value, digest }) - 1;
    this.#byDigest.set(digest, index);
    return index;
  }

  /** Replaces references by the digests of their targets. */
  #withDigest = (item: unknown): unknown => (typeof item === 'number' ? { object: this.all[item]?.digest } : item);
}

/** Copies values of a PDF with everything they refer to. */
export class Copier {
  readonly #context: PDFContext;
  readonly #objects: Objects;
  readonly #copied = new Map<PDFObject, PdfValue>();

  constructor(context: PDFContext, objects: Objects) {
    this.#context = context;
    this.#objects = objects;
  }

  copy(value: PDFObject, depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw new Error('The objects of the certificate are nested too deeply');
    if (value instanceof PDFRef) return this.#object(value, depth);
    if (value instanceof PDFArray) return value.asArray().map((item) => this.copy(item, depth + 1));
    if (value instanceof PDFDict) return this.entries(value, depth);
    return value.toString();
  }

  /** Copies a dictionary without entries that refer back. */
  entries(dict: PDFDict, depth = 0): Record<string, PdfValue> {
    const entries = dict.entries().map(([key, item]) => [key.asString().slice(1), item] as const);
    const kept = entries.filter(([key]) => !LEFT_OUT.has(key));
    return Object.fromEntries(kept.map(([key, item]) => [key, this.copy(item, depth + 1)]));
  }

  #object(reference: PDFRef, depth: number): PdfValue {
    const found = this.#context.lookup(reference) ?? PDFNull;
    const known = this.#copied.get(found);
    if (known !== undefined) return known;
    const made =
      found instanceof PDFRawStream ? this.#stream(found, depth) : this.#objects.add(this.copy(found, depth + 1));
    this.#copied.set(found, made);
    return made;
  }

  #stream({ dict, contents }: PDFRawStream, depth: number): number {
    // The writer adds the length.
    const { Length: _, ...entries } = this.entries(dict, depth);
    return this.#objects.add(entries, contents);
  }
}
