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
  let [current, baseline, end] = ['', 0, 0];
  const flush = () => {
    if (string !== '') operators.push(`[<${string}>] TJ`);
    string = '';
  };
  const shown = glyphs.some(({ isBlank }) => isBlank) ? glyphs.flatMap((glyph) => asSpaces(glyph, textSize)) : glyphs;
  for (const glyph of shown) {
    const { face, id, isBlank } = glyph;
    const [x, y] = [box.x + glyph.x, box.y + glyph.y];
    const { font, code } = fonts.use(face, id, glyph.text);
    if (current !== font || Math.abs(baseline - y) > 1e-3 || isBlank) {
      flush();
      operators.push(`/${font} ${n(size)} Tf 1 0 0 -1 ${n(x)} ${n(y)} Tm`);
      [current, baseline, end] = [font, y, x];
    }
    if (isBlank) {
      operators.push(
        `${n(((glyph.advance * textSize) / size) * (1e5 / widthOf(face, id)))} Tz <${hex(code)}> Tj 100 Tz`,
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

/** Spaces of several widths. MuPDF splits a word at a right-to-left letter that is stretched too far. */
const SPACES = ['\u2009', ' ', '\u2002', '\u3000'];
const SANS = { family: 'Noto Sans', weight: 400, italic: false };

/**
 * Returns the space whose width in em is nearest to `width`. For a coloured glyph, which is left-to-right, this is always the plain space.
 */
function nearestSpace(width: number, isColored: boolean): { face: Face; id: number } {
  const spaces = (isColored ? [' '] : SPACES).flatMap((space) => {
    const face = faceFor(space, SANS) ?? primaryFace(SANS);
    const id = face.font.nominalGlyph(space.codePointAt(0) ?? 0);
    return id ? [{ face, id, stretch: Math.abs(Math.log((width * 1000) / widthOf(face, id))) }] : [];
  });
  const [nearest] = spaces.sort((a, b) => a.stretch - b.stretch);
  if (!nearest) throw new Error('No font has a space');
  return nearest;
}

/** Replaces a blank by one stretched space per character, because some readers extract only one character per glyph. */
function asSpaces(glyph: ExtractableGlyph, size: number): ExtractableGlyph[] {
  if (!glyph.isBlank) return [glyph];
  const characters = [...glyph.text];
  const isRightToLeft = RIGHT_TO_LEFT.test(glyph.text);
  const advance = glyph.advance / characters.length;
  const space = nearestSpace(advance / glyph.style.scale, glyph.face.layers !== null);
  return characters.map((text, index) => ({
    ...glyph,
    ...space,
    text,
    advance,
    x: glyph.x + (isRightToLeft ? characters.length - 1 - index : index) * advance * size,
  }));
}
