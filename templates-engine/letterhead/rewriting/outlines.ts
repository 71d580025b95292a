import { inverse, mapPoint, multiply } from '../../graphics/matrix.ts';
import { IDENTITY, type Matrix } from '../../graphics/paint.ts';
import { type Outline, UNITS } from '../fonts/glyph-source.ts';
import { numberToken } from '../reading/tokens.ts';

/** Outline of a glyph, and its matrix from units of one em. */
export interface PlacedGlyph {
  outline: Outline;
  matrix: Matrix;
}

/** Painting operators by text rendering mode (ISO 32000-1, table 106). */
const PAINT: readonly (string | null)[] = ['f', 'S', 'B', null, 'f', 'S', 'B', null];

/**
 * Returns the lines that draw glyphs. Filled glyphs keep their own coordinates, so that equal ones compress well. That needs a graphics
 * state, unless these are as deep as PDF/A allows (`isDeepest`).
 */
export function drawGlyphs(glyphs: readonly PlacedGlyph[], mode: number, isDeepest: boolean): string[] {
  const paint = PAINT[mode] ?? null;
  const visible = glyphs.filter(({ outline, matrix }) => outline.length > 0 && inverse(matrix) !== null);
  if (paint === null || visible.length === 0) return [];
  // The width of a stroke depends on the matrix.
  if (paint !== 'f' || isDeepest) return [`${visible.map(inUserSpace).join('\n')}\n${paint}`];
  const lines: string[] = [];
  let before: Matrix | null = null;
  for (const { outline, matrix } of visible) {
    const step: Matrix = before ? multiply(EM, multiply(inverse(before) ?? IDENTITY, matrix)) : matrix;
    lines.push(`${multiply(step, UNIT).map(realToken).join(' ')} cm`, `${pathOf(outline)} f`);
    before = matrix;
  }
  return ['q', ...lines, 'Q'];
}

/** Returns the line that clips everything after it to glyphs. */
export const clipTo = (glyphs: readonly PlacedGlyph[]): string => `${glyphs.map(inUserSpace).join('\n')}\n0 0 m W n`;

const EM: Matrix = [UNITS, 0, 0, UNITS, 0, 0];
const UNIT: Matrix = [1 / UNITS, 0, 0, 1 / UNITS, 0, 0];

const inUserSpace = ({ outline, matrix }: PlacedGlyph): string =>
  pathOf(
    outline.map(([operator, ...points]) => {
      const mapped: number[] = [];
      for (let at = 0; at < points.length; at += 2)
        mapped.push(...mapPoint(matrix, (points[at] ?? 0) / UNITS, (points[at + 1] ?? 0) / UNITS));
      return [operator, ...mapped];
    }),
  );

const pathOf = (outline: Outline): string =>
  outline.map(([operator, ...points]) => [...points.map(realToken), operator].join(' ')).join(' ');

/** Writes a number with eight significant digits. */
export const realToken = (value: number): string => {
  const rounded = Number(value.toPrecision(8));
  return numberToken(rounded.toFixed(12).replace(/\.?0+$/, '') || '0');
};
