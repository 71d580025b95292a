import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../proof/judges.ts';

/** Value in the notation of qpdf's JSON: `/Name`, `5 0 R`, `u:text`, `b:hex`. */
export type Value = null | boolean | number | string | Value[] | Dict;
export interface Dict {
  [key: string]: Value;
}

export interface PdfObject {
  value: Value;
  /** Decoded data of a stream, whose dictionary is the value. */
  data: Buffer | null;
}

/** Objects of a PDF as read by qpdf, and its bytes. */
export class PdfFile {
  bytes: Buffer;
  trailer: Dict;
  /** Objects by reference, for example `5 0 R`. */
  readonly objects: Map<string, PdfObject>;

  constructor(bytes: Buffer, trailer: Dict, objects: Map<string, PdfObject>) {
    this.bytes = bytes;
    this.trailer = trailer;
    this.objects = objects;
  }

  /** Returns a deep copy that can be modified independently. */
  copy(): PdfFile {
    const objects = new Map<string, PdfObject>();
    for (const [key, { value, data }] of this.objects)
      objects.set(key, { value: structuredClone(value), data: data && Buffer.from(data) });
    return new PdfFile(Buffer.from(this.bytes), structuredClone(this.trailer), objects);
  }

  /** Returns the target of a reference, or the value itself. */
  get(value: Value | undefined): Value {
    return typeof value === 'string' && isReference(value) ? (this.objects.get(value)?.value ?? null) : (value ?? null);
  }

  dict(value: Value | undefined): Dict {
    const found = this.get(value);
    return found !== null && typeof found === 'object' && !Array.isArray(found) ? found : {};
  }

  list(value: Value | undefined): Value[] {
    const found = this.get(value);
    return Array.isArray(found) ? found : [];
  }

  data(value: Value | undefined): Buffer {
    return (typeof value === 'string' && this.objects.get(value)?.data) || Buffer.alloc(0);
  }

  get catalog(): Dict {
    return this.dict(this.trailer['/Root']);
  }

  /** First page. */
  get page(): Dict {
    return this.dict(this.list(this.dict(this.catalog['/Pages'])['/Kids'])[0]);
  }

  /** Yields every dictionary with its place, including those of streams and nested ones. */
  *dicts(): Generator<[at: string, dict: Dict, isStream: boolean]> {
    for (const [key, { value, data }] of this.objects) {
      let isTop = true;
      for (const value_ of nested(value)) {
        if (isDict(value_)) yield [key, value_, isTop && data !== null];
        isTop = false;
      }
    }
  }

  /** Returns the reference of the first object that matches. */
  find(test: (dict: Dict) => boolean): string {
    for (const [key, { value }] of this.objects) if (isDict(value) && test(value)) return key;
    throw new Error('the file has no such object');
  }
}

export const isDict = (value: Value | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isReference = (value: Value | undefined): boolean => typeof value === 'string' && /^\d+ \d+ R$/.test(value);

/** Yields a value and all values in it. */
export function* nested(value: Value): Generator<Value> {
  yield value;
  if (Array.isArray(value)) for (const item of value) yield* nested(item);
  else if (isDict(value)) for (const item of Object.values(value)) yield* nested(item);
}

/** Returns the text of a text string; null for any other value. */
export const textOf = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.startsWith('u:') ? value.slice(2) : null;

type Json = { qpdf: [unknown, Record<string, { value?: Value; stream?: { dict: Dict; data?: string } }>] };

/** Reads a file with qpdf. Keeps dictionaries as written, and decodes streams. */
export function readPdf(pdf: Uint8Array): PdfFile {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    const objectsOf = (...args: string[]) =>
      (JSON.parse(ask('qpdf', ['--json=2', ...args, path]).said) as Json).qpdf[1];
    const written = objectsOf('--json-stream-data=none', '--decode-level=none');
    const decoded = objectsOf('--json-stream-data=inline', '--decode-level=all');
    const objects = new Map<string, PdfObject>();
    for (const [key, { value, stream }] of Object.entries(written)) {
      if (!key.startsWith('obj:')) continue;
      const data = stream ? Buffer.from(decoded[key]?.stream?.data ?? '', 'base64') : null;
      objects.set(key.slice(4), { value: stream ? stream.dict : (value ?? null), data });
    }
    return new PdfFile(Buffer.from(pdf), (written.trailer?.value ?? {}) as Dict, objects);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
