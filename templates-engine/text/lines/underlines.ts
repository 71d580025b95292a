import { primaryFace } from '../../fonts/faces.ts';
import { metricsOf } from '../../fonts/metrics.ts';
import type { Box } from '../../graphics/geometry.ts';
import type { Rgba } from '../../graphics/paint.ts';
import type { PositionedGlyph } from './glyph-positions.ts';

/** Underline as a box, in points from the box of the text. A null colour is that of the text. */
export interface Underline extends Box {
  color: Rgba | null;
}

/**
 * Returns the underlines of the underlined glyphs of a line, given from left to right. The run's main font determines position and
 * thickness.
 */
export function underlinesOf(glyphs: readonly PositionedGlyph[], size: number): Underline[] {
  const lines: Underline[] = [];
  let previous: PositionedGlyph | undefined;
  for (const glyph of glyphs) {
    const { style, start, end } = glyph;
    const last = lines.at(-1);
    if (style.underline && previous?.style === style && last) last.width = Math.max(last.width, end - last.x);
    else if (style.underline) {
      const { underlinePosition, underlineThickness } = metricsOf(primaryFace(style.font));
      const own = size * style.scale;
      const box = { x: start, y: glyph.baseline - underlinePosition * own, width: end - start };
      lines.push({ ...box, height: underlineThickness * own, color: style.color });
    }
    previous = glyph;
  }
  return lines;
}
