import { type Face, faceFor, primaryFace } from '../../fonts/faces.ts';
import type { Box } from '../../graphics/geometry.ts';
import { RIGHT_TO_LEFT } from '../../text/shaping/embedding-levels.ts';
import { n } from '../file/syntax.ts';
import { hex, widthOf } from '../fonts/codes.ts';
import type { PdfFonts } from '../fonts/fonts.ts';
import type { ExtractableGlyph } from './clusters.ts';

/**
 * Returns operators that show glyphs of one style. Consecutive glyphs on a baseline form one string, with adjustments where their distance
 * differs from the widths of the font. `textSize` is the size of the text.
 */
export function showGlyphs(fonts: PdfFonts, glyphs: readonly ExtractableGlyph[], box: Box, textSize: number): string[] {
  const size = textSize * (glyphs[0]?.style.scale ?? 1);
  const operators: string[] = [];
  let string = '';
  let wasRightToLeft = false;
  let [current, baseline, end] = ['', 0, 0];
  const flush = () => {
    if (string !== '') operators.push(`[<${string}>] TJ`);
    string = '';
  };
  const shown = glyphs.some(({ isBlank }) => isBlank) ? glyphs.flatMap((glyph) => asLetters(glyph, textSize)) : glyphs;
  for (const glyph of shown) {
    const { face, id, isBlank } = glyph;
    const [x, y] = [box.x + glyph.x, box.y + glyph.y];
    const { font, code } = fonts.use(face, id, glyph.text);
    // PDFium sorts strings from left to right, and then reverses right-to-left letters. Each of them is a string, so that both cancel out.
    const isRightToLeft = RIGHT_TO_LEFT.test(glyph.text);
    const isApart = isBlank || isRightToLeft || wasRightToLeft;
    wasRightToLeft = isRightToLeft;
    if (current !== font || Math.abs(baseline - y) > 1e-3 || isApart) {
      flush();
      operators.push(`/${font} ${n(size)} Tf 1 0 0 -1 ${n(x)} ${n(y)} Tm`);
      [current, baseline, end] = [font, y, x];
    }
    if (isBlank) {
      operators.push(
        `${n(((glyph.advance * textSize) / size) * (1e5 / widthOf(face, id)))} Tz 3 Tr <${hex(code)}> Tj 100 Tz 0 Tr`,
      );
      current = '';
      continue;
    }
    const gap = Math.round(((end - x) / size) * 1000);
    if (gap !== 0) string += `> ${gap} <`;
    string += hex(code);
    end += ((widthOf(face, id) - gap) / 1000) * size;
  }
  flush();
  return operators;
}

/** Letters of several widths. MuPDF splits a word at a right-to-left letter that is stretched too far. */
const LETTERS = ['i', 'n', 'm', '\u2014'];
const SANS = { family: 'Noto Sans', weight: 400, italic: false };

/** Joiners and similar characters. MuPDF 1.28 splits a word at one between letters that is not a space. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}/u;
const THIN_SPACE = '\u2009';

/** Returns the glyph for a character whose width in em is nearest to `width`. */
function nearestGlyph(width: number, isJoiner: boolean): { face: Face; id: number } {
  const letters = (isJoiner ? [THIN_SPACE] : LETTERS).flatMap((letter) => {
    const face = faceFor(letter, SANS) ?? primaryFace(SANS);
    const id = face.font.nominalGlyph(letter.codePointAt(0) ?? 0);
    return id ? [{ face, id, stretch: Math.abs(Math.log((width * 1000) / widthOf(face, id))) }] : [];
  });
  const [nearest] = letters.sort((a, b) => a.stretch - b.stretch);
  if (!nearest) throw new Error('No font has a letter');
  return nearest;
}

/**
 * Replaces a blank by one stretched, invisible letter per character, because some readers extract only one character per glyph. PDFium
 * extracts nothing from a glyph without ink, such as a space.
 */
function asLetters(glyph: ExtractableGlyph, size: number): ExtractableGlyph[] {
  if (!glyph.isBlank) return [glyph];
  const characters = [...glyph.text];
  const isRightToLeft = RIGHT_TO_LEFT.test(glyph.text);
  const advance = glyph.advance / characters.length;
  return characters.map((text, index) => ({
    ...glyph,
    ...nearestGlyph(advance / glyph.style.scale, glyph.face.layers === null && INVISIBLE.test(text)),
    text,
    advance,
    x: glyph.x + (isRightToLeft ? characters.length - 1 - index : index) * advance * size,
  }));
}
