import { type Drawing, drawnPaths } from '../graphics/drawing.ts';
import { SCALE } from '../graphics/geometry.ts';
import { mapPoint } from '../graphics/matrix.ts';
import type { Matrix } from '../graphics/paint.ts';
import type { PathCommand } from '../graphics/path.ts';
import { pathLength } from '../graphics/path-bounds.ts';
import type { PathPrimitive, PrimitiveOf } from './scene.ts';

const TO_PIXELS: Matrix = [SCALE, 0, 0, SCALE, 0, 0];

const known = new WeakMap<object, number>();

/** Returns the outline cost of a drawing in a box. */
export function outlineOfDrawing(image: PrimitiveOf<'image'>, drawing: Drawing, pageHeight: number): number {
  const counted = known.get(image);
  if (counted !== undefined) return counted;
  const rows = Math.ceil(pageHeight * SCALE);
  const { width, height } = image.box;
  const place: Matrix = [(width / drawing.width) * SCALE, 0, 0, (height / drawing.height) * SCALE, 0, 0];
  let all = 0;
  for (const { path, filled, stroke, matrix } of drawnPaths(drawing.nodes, place)) {
    if (filled) all += outlineRows(path, 0, rows, matrix);
    if (stroke) all += 2 * outlineRows(path, stroke.width, rows, matrix);
    if (stroke?.dash) all += dashesOf(path, stroke.dash) * 2 * Math.min(rows, 1 + stroke.width * scaleOf(matrix));
  }
  known.set(image, all);
  return all;
}

const scaleOf = (matrix: Matrix): number => Math.max(...matrix.slice(0, 4).map(Math.abs));

/**
 * Returns the number of pixel rows that the outlines of a free path or of dashes cross, which determines the time to fill them. Rectangles,
 * ellipses and plain lines cost nothing. No segment counts more than the height of the page.
 */
export function outlineOf(primitive: PathPrimitive, pageHeight: number): number {
  const { path, fill, stroke, strokeWidth, dash, reach, shadow } = primitive;
  if (!reach && !dash) return 0;
  const counted = known.get(primitive);
  if (counted !== undefined) return counted;
  const rows = Math.ceil(pageHeight * SCALE);
  const filled = fill ? outlineRows(path, 0, rows) : 0;
  const stroked = stroke && strokeWidth > 0 ? 2 * outlineRows(path, strokeWidth, rows) : 0;
  const dashed = stroke && dash ? dashesOf(path, dash) * 2 * Math.min(rows, 1 + strokeWidth * SCALE) : 0;
  const all = (filled + stroked + dashed) * (shadow ? 2 : 1);
  known.set(primitive, all);
  return all;
}

/** Returns the sum over the segments of their height in pixels, including the stroke, plus one each. */
function outlineRows(path: readonly PathCommand[], strokeWidth: number, most: number, matrix = TO_PIXELS): number {
  const scale = scaleOf(matrix);
  let [rows, from] = [0, 0];
  for (const [, ...points] of path) {
    let [least, greatest] = [from, from];
    for (let at = 1; at < points.length; at += 2) {
      const [, y] = mapPoint(matrix, points[at - 1] ?? 0, points[at] ?? 0);
      least = Math.min(least, y);
      greatest = Math.max(greatest, y);
    }
    rows += 1 + Math.min(most, greatest - least + strokeWidth * scale);
    if (points.length > 0) from = mapPoint(matrix, points.at(-2) ?? 0, points.at(-1) ?? 0)[1];
  }
  return rows;
}

function dashesOf(path: readonly PathCommand[], dash: readonly number[]): number {
  const pattern = dash.reduce((sum, length) => sum + length, 0);
  return (pathLength(path) / pattern) * Math.ceil(dash.length / 2);
}
