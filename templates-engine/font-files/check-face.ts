import { Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import { type Face, makeFace } from '../fonts/faces.ts';
import { metricsOf } from '../fonts/metrics.ts';
import { damaged, refuse } from './refuse.ts';

/** In em; the tallest fonts of the catalogue have 1.8. */
const MAX_ASCENT = 10;
/** An outline of a glyph as SVG path data: the most complex ones of calligraphic fonts have 100,000 characters. */
const MAX_OUTLINE = 1_000_000;
const MAX_OUTLINES = 64_000_000;
/** Characters that are shaped as a trial, and how many glyphs may become of each. */
const SHAPED = 2000;
const MAX_GLYPHS_EACH = 10;

/** Refuses a font, written anew by HarfBuzz, that can't be set, drawn or embedded, or would take too long. */
export function checkFace(sfnt: Uint8Array): void {
  const face = makeFace('upload', sfnt);
  const { ascender, descender, characters } = face;
  if (Math.abs(ascender) > MAX_ASCENT || Math.abs(descender) > MAX_ASCENT || ascender <= descender)
    damaged('no line can be placed by its ascent and descent (table hhea)');
  if (characters.size === 0) damaged('it has no characters of Unicode (table cmap)');
  metricsOf(face);
  checkOutlines(face);
  checkShaping(face);
}

/** The outlines of the characters' glyphs: some are drawn, and none is so long that it takes seconds. */
function checkOutlines(face: Face): void {
  let total = 0;
  for (const character of face.characters) {
    const glyph = face.font.nominalGlyph(character);
    const { length } = glyph === undefined ? '' : face.font.glyphToPath(glyph);
    total += length;
    if (length > MAX_OUTLINE || total > MAX_OUTLINES)
      refuse('font_too_complex', { fault: `too many points at ${codePoint(character)}` });
  }
  if (total === 0) refuse('font_without_outlines');
}

const codePoint = (character: number): string => `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;

/** Layout rules can repeat and multiply glyphs: all characters, one after the other, must come out as a line of sensible length. */
function checkShaping(face: Face): void {
  const text = String.fromCodePoint(...[...face.characters].filter((code) => code > 0x1f).slice(0, SHAPED));
  const buffer = new HarfBuzzBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(face.font, buffer);
  if (buffer.getLength() > text.length * MAX_GLYPHS_EACH)
    refuse('font_too_complex', { fault: 'its layout rules (table GSUB) make too many glyphs' });
}
