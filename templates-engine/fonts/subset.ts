import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { Face } from './faces.ts';

/** HarfBuzz's subsetter (hb-subset.h), as it is compiled: addresses are numbers in its memory. */
interface Subsetter {
  memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(address: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
}

const READ_ONLY = 1;
const DROP_TABLE_TAG = 3;
/** No hinting, the same glyph ids, the outline of .notdef, no glyphs beyond those asked for. */
const FLAGS = 0x1 | 0x2 | 0x40 | 0x200;
/** A PDF shows glyphs by their ids: it needs neither characters, names nor layout rules in the font. */
const DROPPED = 'GSUB GPOS GDEF OS/2 cmap name post STAT gasp vhea vmtx VORG BASE DSIG kern meta'.split(' ');
const MAX_BYTES = 8_000_000;

let instance: Subsetter | undefined;
function subsetter(): Subsetter {
  if (instance) return instance;
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
  const started = exports as unknown as Subsetter & { _initialize(): void };
  started._initialize();
  instance = started;
  return started;
}

/** Fonts that are in the subsetter's memory. */
const loaded = new LRUCache<string, { face: number; data: number; bytes: number }>({
  maxSize: MAX_BYTES,
  // One that is larger is kept alone: what is not kept would not be freed.
  sizeCalculation: ({ bytes }) => Math.min(bytes, MAX_BYTES),
  dispose: ({ face, data }) => {
    subsetter().hb_face_destroy(face);
    subsetter().free(data);
  },
});
/** Subsets by font and glyphs: a design's own texts are the same on every certificate. */
const subsets = new LRUCache<string, Uint8Array>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length });

/** The font with the outlines of these glyphs alone, each under the id that it had. */
export function subsetFont(face: Face, glyphs: readonly number[]): Uint8Array {
  const key = `${face.key} ${glyphs.join(' ')}`;
  const known = subsets.get(key);
  if (known) return known;
  const subset = makeSubset(subsetter(), face, glyphs);
  subsets.set(key, subset);
  return subset;
}

function makeSubset(hb: Subsetter, face: Face, glyphs: readonly number[]): Uint8Array {
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, FLAGS);
  const dropped = hb.hb_subset_input_set(input, DROP_TABLE_TAG);
  for (const tag of DROPPED) hb.hb_set_add(dropped, Buffer.from(tag.padEnd(4)).readUInt32BE());
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  const subset = hb.hb_subset_or_fail(load(hb, face), input);
  hb.hb_subset_input_destroy(input);
  if (subset === 0) throw new Error(`the font ${face.key} can't be subset`);
  const blob = hb.hb_face_reference_blob(subset);
  const start = hb.hb_blob_get_data(blob, 0);
  const bytes = new Uint8Array(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(blob)));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(subset);
  return bytes;
}

function load(hb: Subsetter, { key, sfnt }: Face): number {
  const known = loaded.get(key);
  if (known) return known.face;
  const data = hb.malloc(sfnt.length);
  new Uint8Array(hb.memory.buffer).set(sfnt, data);
  const blob = hb.hb_blob_create(data, sfnt.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  hb.hb_blob_destroy(blob);
  loaded.set(key, { face, data, bytes: sfnt.length });
  return face;
}
