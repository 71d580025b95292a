import {
  CFF_IDENTITY_CHARSET,
  DOWNGRADE_CFF2,
  dropTables,
  loadFont,
  NO_HINTING,
  NO_LAYOUT_CLOSURE,
  NOTDEF_OUTLINE,
  RETAIN_GIDS,
  runSubset,
  subsetter,
  tagOf,
  unloadFont,
} from '../fonts/subsetter.ts';

/** Options: keep all glyphs under their ids, without hints and glyph names. CFF2 outlines become CFF, which PDF supports. */
const FLAGS = NO_HINTING | RETAIN_GIDS | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE | DOWNGRADE_CFF2 | CFF_IDENTITY_CHARSET;
const DROPPED = 'STAT gasp DSIG meta fvar avar cvar gvar HVAR VVAR MVAR vhea vmtx VORG'.split(' ');

/**
 * Has HarfBuzz read and rewrite a font, table by table, at given axis coordinates. The result is well-formed, has correct checksums, and
 * contains only what HarfBuzz understood. Returns null on failure.
 */
export function rebuildFont(sfnt: Uint8Array, coordinates: ReadonlyMap<string, number>): Uint8Array | null {
  const hb = subsetter();
  const font = loadFont(hb, sfnt);
  try {
    const input = hb.hb_subset_input_create_or_fail();
    hb.hb_subset_input_keep_everything(input);
    hb.hb_subset_input_set_flags(input, FLAGS);
    dropTables(hb, input, DROPPED);
    for (const [tag, value] of coordinates) hb.hb_subset_input_pin_axis_location(input, font.face, tagOf(tag), value);
    return runSubset(hb, font.face, input);
  } finally {
    unloadFont(hb, font);
  }
}
