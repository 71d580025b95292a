import { Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import { type Face, makeFace } from '../fonts/faces.ts';
import { metricsOf } from '../fonts/metrics.ts';
import { damaged, refuse } from './refuse.ts';

/** Maximum ascent and descent in em. The tallest fonts of the catalogue have 1.8. */
const MAX_ASCENT = 10;
/** Maximum length of a glyph outline as SVG path data. The most complex ones of calligraphic fonts have 100,000 characters. */
const MAX_OUTLINE = 1_000_000;
const MAX_OUTLINES = 64_000_000;
/** Number of characters shaped for the check, and maximum number of resulting glyphs per character. */
const SHAPED = 2000;
const MAX_GLYPHS_EACH = 10;

/** Rejects a font, rewritten by HarfBuzz, that cannot be set, drawn or embedded, or would take too long. */
export function checkFace(sfnt: Uint8Array): void {
  const face = makeFace('upload', sfnt);
  const { ascender, descender, characters } = face;
  if (Math.abs(ascender) > MAX_ASCENT || Math.abs(descender) > MAX_ASCENT || ascender <= descender)
    damaged('its ascent and descent are invalid (table hhea)');
  if (characters.size === 0) damaged('it has no Unicode characters (table cmap)');
  metricsOf(face);
  checkOutlines(face);
  checkShaping(face);
}

/** Checks the outlines of all characters. At least one must be visible, and none may take seconds to draw. */
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

/** Checks shaping, because layout rules can repeat and multiply glyphs. A line of all characters must have a plausible number of glyphs. */
function checkShaping(face: Face): void {
  const text = String.fromCodePoint(...[...face.characters].filter((code) => code > 0x1f).slice(0, SHAPED));
  const buffer = new HarfBuzzBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(face.font, buffer);
  if (buffer.getLength() > text.length * MAX_GLYPHS_EACH)
    refuse('font_too_complex', { fault: 'its layout rules (table GSUB) produce too many glyphs' });
}
