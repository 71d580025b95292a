import { LRUCache } from 'lru-cache';
import type { Face } from './faces.ts';
import {
  CFF_IDENTITY_CHARSET,
  dropTables,
  loadFont,
  NO_HINTING,
  NO_LAYOUT_CLOSURE,
  NOTDEF_OUTLINE,
  RETAIN_GIDS,
  runSubset,
  type Subsetter,
  subsetter,
  unloadFont,
} from './subsetter.ts';

/** No hinting, the same glyph ids, the outline of .notdef, no glyphs beyond those asked for. */
const FLAGS = NO_HINTING | RETAIN_GIDS | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE | CFF_IDENTITY_CHARSET;
/** A PDF shows glyphs by their ids: it needs neither characters, names nor layout rules in the font. */
const DROPPED = 'GSUB GPOS GDEF OS/2 cmap name post STAT gasp vhea vmtx VORG BASE DSIG kern meta'.split(' ');
const MAX_BYTES = 8_000_000;

/** Fonts that are in the subsetter's memory. */
const loaded = new LRUCache<string, { face: number; data: number; bytes: number }>({
  maxSize: MAX_BYTES,
  // One that is larger is kept alone: what is not kept would not be freed.
  sizeCalculation: ({ bytes }) => Math.min(bytes, MAX_BYTES),
  dispose: (font) => unloadFont(subsetter(), font),
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
  const font = load(hb, face);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, FLAGS);
  dropTables(hb, input, DROPPED);
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  const subset = runSubset(hb, font, input);
  if (!subset) throw new Error(`the font ${face.key} can't be subset`);
  return subset;
}

function load(hb: Subsetter, { key, sfnt }: Face): number {
  const known = loaded.get(key);
  if (known) return known.face;
  const font = loadFont(hb, sfnt);
  loaded.set(key, { ...font, bytes: sfnt.length });
  return font.face;
}
