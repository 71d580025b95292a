import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../proof/judges.ts';

/** A value as qpdf's JSON has it: `/Name`, `5 0 R`, `u:text`, `b:hex`. */
export type Value = null | boolean | number | string | Value[] | Dict;
export interface Dict {
  [key: string]: Value;
}

export interface PdfObject {
  value: Value;
  /** Of a stream: its dictionary is the value; decoded. */
  data: Buffer | null;
}

/** A PDF's objects as qpdf reads them, and its bytes. */
export class PdfFile {
  bytes: Buffer;
  trailer: Dict;
  /** By reference, as in `5 0 R`. */
  readonly objects: Map<string, PdfObject>;

  constructor(bytes: Buffer, trailer: Dict, objects: Map<string, PdfObject>) {
    this.bytes = bytes;
    this.trailer = trailer;
    this.objects = objects;
  }

  /** A copy that can be broken without harm to this one. */
  copy(): PdfFile {
    const objects = new Map<string, PdfObject>();
    for (const [key, { value, data }] of this.objects)
      objects.set(key, { value: structuredClone(value), data: data && Buffer.from(data) });
    return new PdfFile(Buffer.from(this.bytes), structuredClone(this.trailer), objects);
  }

  /** What a value refers to, or the value. */
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

  /** The only page, or the first. */
  get page(): Dict {
    return this.dict(this.list(this.dict(this.catalog['/Pages'])['/Kids'])[0]);
  }

  /** Every dictionary, streams' and nested ones included, with where it is. */
  *dicts(): Generator<[at: string, dict: Dict, isStream: boolean]> {
    for (const [key, { value, data }] of this.objects) {
      let isTop = true;
      for (const value_ of nested(value)) {
        if (isDict(value_)) yield [key, value_, isTop && data !== null];
        isTop = false;
      }
    }
  }

  /** The reference of the first object that a test holds for. */
  find(test: (dict: Dict) => boolean): string {
    for (const [key, { value }] of this.objects) if (isDict(value) && test(value)) return key;
    throw new Error('the file has no such object');
  }
}

export const isDict = (value: Value | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isReference = (value: Value | undefined): boolean => typeof value === 'string' && /^\d+ \d+ R$/.test(value);

/** A value and all values in it. */
export function* nested(value: Value): Generator<Value> {
  yield value;
  if (Array.isArray(value)) for (const item of value) yield* nested(item);
  else if (isDict(value)) for (const item of Object.values(value)) yield* nested(item);
}

/** A text string's text; null for what is none. */
export const textOf = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.startsWith('u:') ? value.slice(2) : null;

type Json = { qpdf: [unknown, Record<string, { value?: Value; stream?: { dict: Dict; data?: string } }>] };

/** Reads a file with qpdf: dictionaries as they are written, streams decoded. */
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
