import { SCALE } from '../../graphics/geometry.ts';
import { isEmpty } from '../../scene/paint-plan.ts';
import type { PrimitiveOf, Scene, SceneElement } from '../../scene/scene.ts';
import { positionGlyphs } from '../../text/lines/glyph-positions.ts';
import { underlinesOf } from '../../text/lines/underlines.ts';
import type { Canvas, Mask } from '../pixels/canvas.ts';
import type { Patch } from '../pixels/patch.ts';
import { glyphMask, PHASES } from './glyph-masks.ts';
import { paintRectangle } from './paint-rectangle.ts';
import { patchOf } from './patches.ts';

/** Decoded patches by image element. */
export type Decoded = ReadonlyMap<SceneElement, Patch>;

/** Paints an element. Plain text and QR codes are painted directly, which is fast; others are rendered through an SVG. */
export function paintElement(canvas: Canvas, element: SceneElement, page: Scene['page'], decoded?: Decoded): void {
  const { primitive, opacity, rotation } = element;
  const patch = decoded?.get(element);
  if (isEmpty(element)) return;
  const isPlain = opacity === 1 && rotation === 0;
  if (patch) canvas.paintPatch(patch, true);
  else if (isPlain && primitive.kind === 'qr') paintQr(canvas, primitive);
  else if (isPlain && primitive.kind === 'text' && hasOnlyOutlines(primitive)) paintText(canvas, primitive);
  else if (primitive.kind === 'group' && isPaintedByParts(element)) {
    for (const one of primitive.elements) paintElement(canvas, one, page, decoded);
  } else if (!isPlain || !paintRectangle(canvas, primitive)) canvas.paintPatch(patchOf(element, page));
}

/** Returns true if the elements of a group are painted one by one. */
export const isPaintedByParts = ({ primitive, opacity, rotation }: SceneElement): boolean =>
  primitive.kind === 'group' && primitive.clip === null && primitive.matrix === null && opacity === 1 && rotation === 0;

const hasOnlyOutlines = ({ layout }: PrimitiveOf<'text'>): boolean =>
  layout.lines.every(({ line, arc }) => !arc && line.runs.every(({ face }) => !face.layers));

function paintText(canvas: Canvas, { box, layout, color }: PrimitiveOf<'text'>): void {
  for (const line of layout.lines) {
    const glyphs = positionGlyphs(line, layout.size);
    for (const { color: own, ...under } of underlinesOf(glyphs, layout.size)) {
      const { x, y, width, height } = { ...under, x: box.x + under.x, y: box.y + under.y };
      canvas.paintMask(boxMask(x * SCALE, y * SCALE, width * SCALE, height * SCALE), 0, 0, own ?? color);
    }
    for (const { face, style, id, x, y } of glyphs) {
      const [column, phaseX] = toPhase((box.x + x) * SCALE);
      const [row, phaseY] = toPhase((box.y + y) * SCALE);
      const mask = glyphMask(face, id, (layout.size * style.scale * SCALE) / face.unitsPerEm, phaseX, phaseY);
      canvas.paintMask(mask, column, row, style.color ?? color);
    }
  }
}

/** Returns the coverage of the pixels that an upright box touches. Arguments are in pixels. */
function boxMask(x: number, y: number, width: number, height: number): Mask {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [columns, rows] = [Math.ceil(x + width) - left, Math.ceil(y + height) - top];
  const covered = (pixel: number, from: number, to: number) =>
    Math.max(0, Math.min(pixel + 1, to) - Math.max(pixel, from));
  const alpha = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const share = covered(top + row, y, y + height) * 255;
    for (let column = 0; column < columns; column++)
      alpha[row * columns + column] = Math.round(share * covered(left + column, x, x + width));
  }
  return { left, top, width: columns, height: rows, alpha };
}

function toPhase(position: number): [pixel: number, phase: number] {
  const rounded = Math.round(position * PHASES);
  const pixel = Math.floor(rounded / PHASES);
  return [pixel, rounded - pixel * PHASES];
}

/** Paints a QR code with modules of whole pixels, so that their edges are sharp. A pixel belongs to the module that contains its centre. */
function paintQr(canvas: Canvas, { box, color, background, modules }: PrimitiveOf<'qr'>): void {
  const edge = (points: number) => Math.round(points * SCALE);
  if (background) {
    const [from, to] = [edge(box.x), edge(box.x + box.width)];
    for (let row = edge(box.y); row < edge(box.y + box.height); row++) canvas.fillRow(row, from, to, background);
  }
  const { x, y, unit, rows } = modules();
  for (const [index, runs] of rows.entries()) {
    for (let row = edge(y + index * unit); row < edge(y + (index + 1) * unit); row++) {
      for (const [from, to] of runs) canvas.fillRow(row, edge(x + from * unit), edge(x + to * unit), color);
    }
  }
}
