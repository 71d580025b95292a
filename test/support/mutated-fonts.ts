import { deflateSync } from 'node:zlib';
import { compress } from 'woff2-encoder';
import { loadFont, NOTDEF_OUTLINE, runSubset, subsetter, unloadFont } from '../../templates-engine/fonts/subsetter.ts';
import { sourceSans } from './fonts.ts';

/** Number of glyphs of the mutated fonts: the letters and digits, with their layout rules. */
const GLYPHS = 90;

/** Returns a font with only the first glyphs of another one. It is so small that a changed byte matters. */
function smaller(font: Uint8Array): Buffer {
  const hb = subsetter();
  const loaded = loadFont(hb, font);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, NOTDEF_OUTLINE);
  const glyphs = hb.hb_subset_input_glyph_set(input);
  for (let glyph = 0; glyph < GLYPHS; glyph++) hb.hb_set_add(glyphs, glyph);
  const made = runSubset(hb, loaded.face, input);
  unloadFont(hb, loaded);
  if (!made) throw new Error('the font cannot be subset');
  return Buffer.from(made);
}

/** Converts an sfnt to WOFF 1.0. */
function asWoff(sfnt: Buffer): Buffer {
  const count = sfnt.readUInt16BE(4);
  const header = Buffer.alloc(44 + count * 20);
  header.write('wOFF', 0, 'latin1');
  sfnt.copy(header, 4, 0, 4);
  header.writeUInt16BE(count, 12);
  const parts: Buffer[] = [header];
  let at = header.length;
  for (let index = 0; index < count; index++) {
    const [entry, to] = [12 + index * 16, 44 + index * 20];
    const [offset, length] = [sfnt.readUInt32BE(entry + 8), sfnt.readUInt32BE(entry + 12)];
    const packed = deflateSync(sfnt.subarray(offset, offset + length));
    const stored = packed.length < length ? packed : sfnt.subarray(offset, offset + length);
    sfnt.copy(header, to, entry, entry + 4);
    header.writeUInt32BE(at, to + 4);
    header.writeUInt32BE(stored.length, to + 8);
    header.writeUInt32BE(length, to + 12);
    parts.push(Buffer.from(stored));
    at += stored.length;
  }
  return Buffer.concat(parts);
}

/** Returns small fonts of each kind of outlines and each format, static and variable. */
export async function smallFonts(): Promise<Buffer[]> {
  const names = ['ttf', 'otf', 'variableTtf', 'variableOtf'] as const;
  const fonts = await Promise.all(names.map(async (name) => smaller(await sourceSans(name))));
  const [ttf = Buffer.alloc(0), otf = Buffer.alloc(0)] = fonts;
  return [...fonts, asWoff(otf), Buffer.from(await compress(ttf))];
}

/** Returns a generator of numbers from 0 to 1 that depends only on the seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const EXTREMES = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

/** Returns a font with some bytes changed, anywhere or in one of its tables. Each table is chosen equally often, whatever its size. */
export function mutate(font: Buffer, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  const copy = Buffer.from(font);
  const isSfnt = [0x00010000, 0x4f54544f].includes(copy.readUInt32BE(0));
  for (let change = 1 + below(8); change > 0; change--) {
    const [start, length] = isSfnt && random() < 0.85 ? partOf(font, below) : [0, copy.length];
    const at = Math.min(copy.length - 5, start + below(length));
    const kind = random();
    if (kind < 0.45) copy[at] = EXTREMES[below(EXTREMES.length)] ?? 0;
    else if (kind < 0.7) copy[at] = below(256);
    else if (kind < 0.8) copy.writeUInt16BE([0xffff, 0x7fff, 0x8000, 0][below(4)] ?? 0, at);
    else if (kind < 0.88) copy.writeUInt32BE([0xffffffff, 0x7fffffff, 0x80000000, 0][below(4)] ?? 0, at);
    else if (kind < 0.94) copy.copy(copy, at, start, Math.min(start + 16, copy.length));
    else copy.fill(below(256), at, Math.min(copy.length, at + below(64)));
  }
  return random() < 0.03 ? copy.subarray(0, below(copy.length)) : copy;
}

/** Returns the range of a table or of the directory. */
function partOf(font: Buffer, below: (limit: number) => number): [start: number, length: number] {
  const tables = font.readUInt16BE(4);
  const chosen = below(tables + 1);
  if (chosen === tables) return [4, 8 + tables * 16];
  const entry = 12 + chosen * 16;
  return [font.readUInt32BE(entry + 8), Math.max(1, Math.min(font.readUInt32BE(entry + 12), 600))];
}
