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

/** Options: no hinting, unchanged glyph ids, an outline for .notdef, and no glyphs beyond the requested ones. */
const FLAGS = NO_HINTING | RETAIN_GIDS | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE | CFF_IDENTITY_CHARSET;
/** Dropped tables. A PDF shows glyphs by id, so the font needs no characters, names or layout rules. */
const DROPPED = 'GSUB GPOS GDEF OS/2 cmap name post STAT gasp vhea vmtx VORG BASE DSIG kern meta'.split(' ');
const MAX_BYTES = 8_000_000;

/** Fonts in the memory of the subsetter. */
const loaded = new LRUCache<string, { face: number; data: number; bytes: number }>({
  maxSize: MAX_BYTES,
  // A larger font counts as the maximum, so that it is cached alone. A font that is not cached would never be freed.
  sizeCalculation: ({ bytes }) => Math.min(bytes, MAX_BYTES),
  dispose: (font) => unloadFont(subsetter(), font),
});
/** Subsets by font and glyphs. The fixed texts of a design are the same on every certificate. */
const subsets = new LRUCache<string, Uint8Array>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length });

/** Returns the font with only the outlines of these glyphs, under unchanged ids. */
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
  if (!subset) throw new Error(`Font ${face.key} cannot be subset`);
  return subset;
}

function load(hb: Subsetter, { key, sfnt }: Face): number {
  const known = loaded.get(key);
  if (known) return known.face;
  const font = loadFont(hb, sfnt);
  loaded.set(key, { ...font, bytes: sfnt.length });
  return font.face;
}
