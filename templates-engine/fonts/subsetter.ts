import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Exports of HarfBuzz's subsetter (hb-subset.h). Addresses are numbers in its memory. */
export interface Subsetter {
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
  hb_set_clear(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
}

/** Set of tables to drop (hb_subset_sets_t). */
const DROP_TABLE_TAG = 3;

// Subset flags (hb_subset_flags_t).
export const NO_HINTING = 0x1;
export const RETAIN_GIDS = 0x2;
export const NOTDEF_OUTLINE = 0x40;
export const NO_LAYOUT_CLOSURE = 0x200;
/** Converts CFF2 with all axes pinned to CFF, which PDF supports. */
export const DOWNGRADE_CFF2 = 0x4000;
/** Makes the CID of a glyph equal to its id in CID-keyed CFF. */
export const CFF_IDENTITY_CHARSET = 0x8000;

const READ_ONLY = 1;

let instance: Subsetter | undefined;
/** Returns the module, which is started once. */
export function subsetter(): Subsetter {
  if (instance) return instance;
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
  const started = exports as unknown as Subsetter & { _initialize(): void };
  started._initialize();
  instance = started;
  return started;
}

/** Returns a four-character tag as a number for HarfBuzz. */
export const tagOf = (tag: string): number => Buffer.from(tag.padEnd(4)).readUInt32BE();

/** Copies a font into the subsetter's memory. `unloadFont` frees both results. */
export function loadFont(hb: Subsetter, sfnt: Uint8Array): { face: number; data: number } {
  const data = hb.malloc(sfnt.length);
  if (data === 0) throw new Error('The subsetter is out of memory');
  new Uint8Array(hb.memory.buffer).set(sfnt, data);
  const blob = hb.hb_blob_create(data, sfnt.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  hb.hb_blob_destroy(blob);
  return { face, data };
}

export function unloadFont(hb: Subsetter, { face, data }: { face: number; data: number }): void {
  hb.hb_face_destroy(face);
  hb.free(data);
}

/** Returns a copy of the font that a subset input creates from a face; null if HarfBuzz fails. Frees the input. */
export function runSubset(hb: Subsetter, face: number, input: number): Uint8Array | null {
  const subset = hb.hb_subset_or_fail(face, input);
  hb.hb_subset_input_destroy(input);
  if (subset === 0) return null;
  const blob = hb.hb_face_reference_blob(subset);
  const start = hb.hb_blob_get_data(blob, 0);
  const bytes = new Uint8Array(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(blob)));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(subset);
  return bytes;
}

/** Configures an input to drop tables. */
export function dropTables(hb: Subsetter, input: number, tags: readonly string[]): void {
  const dropped = hb.hb_subset_input_set(input, DROP_TABLE_TAG);
  for (const tag of tags) hb.hb_set_add(dropped, tagOf(tag));
}
