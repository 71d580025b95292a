import { Resvg } from '@resvg/resvg-js';
import type { Box } from '../graphics/geometry.ts';
import { overlap, reachOf } from '../scene/ink-bounds.ts';
import type { Drawing, Placed, PlacedElement } from '../scene/scene.ts';
import { penPositions } from '../text/glyph-positions.ts';
import { Canvas, type Patch } from './canvas.ts';
import { encodePng, encodeStatic, type StaticPng } from './encoder.ts';
import { glyphMask, PHASES } from './glyph-masks.ts';
import { drawSvg } from './svg.ts';

/** Pixels a point: 144 dpi. */
const SCALE = 2;

/** What is the same on every certificate of a template, as pixels and as the chunks of a file. */
export interface PngLayer {
  canvas: Canvas;
  file: StaticPng;
  /** A copy that is painted on and restored for each certificate. */
  working: Canvas;
  /** Elements that are painted for each certificate; what lies over them and never changes is a patch. */
  above: { index: number; patch: Patch | null }[];
}

/** Paints once what doesn't vary; takes half a second. */
export function compilePng({ page, elements }: Placed, isVariable: (index: number) => boolean): PngLayer {
  const below: PlacedElement[] = [];
  const above: PngLayer['above'] = [];
  const covers = (box: Box) =>
    above.some(({ index, patch }) => {
      const element = elements[index];
      return element !== undefined && overlap(box, patch ? boxOf(patch) : reachOf(element));
    });
  for (const [index, element] of elements.entries()) {
    if (isVariable(index)) {
      above.push({ index, patch: null });
      continue;
    }
    const reach = reachOf(element);
    const patch = covers(reach) ? trim(paint(reach, [element], page)) : null;
    if (patch && covers(boxOf(patch))) above.push({ index, patch });
    else below.push(element);
  }
  const [width, height] = [Math.round(page.width * SCALE), Math.round(page.height * SCALE)];
  const canvas = new Canvas(width, height);
  canvas.paintPatch(paint({ x: 0, y: 0, ...page }, below, page));
  const working = new Canvas(width, height);
  working.pixels.set(canvas.pixels);
  return { canvas, working, above, file: encodeStatic(canvas, 72 * SCALE) };
}

/** The page as a PNG at 144 dpi; the same page gives the same bytes. */
export function drawPng({ canvas, working, above, file }: PngLayer, { page, elements }: Placed): Uint8Array {
  for (const { index, patch } of above) {
    const element = elements[index];
    if (!element) continue;
    if (patch) working.paintPatch(patch);
    else paintElement(working, element, page);
  }
  const png = encodePng(working, file);
  working.restore(canvas);
  return png;
}

function paintElement(canvas: Canvas, element: PlacedElement, page: Placed['page']): void {
  const { drawing, opacity, rotation } = element;
  const isPlain = opacity === 1 && rotation === 0;
  if (isPlain && drawing.kind === 'qr') paintQr(canvas, drawing);
  else if (isPlain && drawing.kind === 'text' && hasOnlyOutlines(drawing)) paintText(canvas, drawing);
  else canvas.paintPatch(paint(reachOf(element), [element], page));
}

const hasOnlyOutlines = ({ layout }: Extract<Drawing, { kind: 'text' }>): boolean =>
  layout.lines.every(({ line }) => line.runs.every(({ face }) => !face.layers));

function paintText(canvas: Canvas, { box, layout, color }: Extract<Drawing, { kind: 'text' }>): void {
  for (const placed of layout.lines) {
    for (const { face, id, x, y } of penPositions(placed, layout.size)) {
      const [column, phaseX] = quarters((box.x + x) * SCALE);
      const [row, phaseY] = quarters((box.y + y) * SCALE);
      canvas.paintMask(
        glyphMask(face, id, (layout.size * SCALE) / face.unitsPerEm, phaseX, phaseY),
        column,
        row,
        color,
      );
    }
  }
}

function quarters(position: number): [pixel: number, phase: number] {
  const rounded = Math.round(position * PHASES);
  const pixel = Math.floor(rounded / PHASES);
  return [pixel, rounded - pixel * PHASES];
}

/** Modules are whole pixels, so that their edges are sharp: a pixel belongs to the module that its centre is in. */
function paintQr(canvas: Canvas, { box, color, background, code }: Extract<Drawing, { kind: 'qr' }>): void {
  const edge = (points: number) => Math.round(points * SCALE);
  if (background) {
    const [from, to] = [edge(box.x), edge(box.x + box.width)];
    for (let row = edge(box.y); row < edge(box.y + box.height); row++) canvas.fillRow(row, from, to, background);
  }
  const { x, y, unit, rows } = code();
  for (const [index, runs] of rows.entries()) {
    for (let row = edge(y + index * unit); row < edge(y + (index + 1) * unit); row++) {
      for (const [from, to] of runs) canvas.fillRow(row, edge(x + from * unit), edge(x + to * unit), color);
    }
  }
}

/** Elements as pixels, in the part of the page that `reach` is. */
function paint(reach: Box, elements: readonly PlacedElement[], page: Placed['page']): Patch {
  const [right, bottom] = [Math.round(page.width * SCALE), Math.round(page.height * SCALE)];
  const left = Math.max(0, Math.floor(reach.x * SCALE));
  const top = Math.max(0, Math.floor(reach.y * SCALE));
  const width = Math.min(right, Math.ceil((reach.x + reach.width) * SCALE)) - left;
  const height = Math.min(bottom, Math.ceil((reach.y + reach.height) * SCALE)) - top;
  if (width <= 0 || height <= 0) return { left, top, width: 0, height: 0, rgba: new Uint8Array(0) };
  const part = { x: left / SCALE, y: top / SCALE, width: width / SCALE, height: height / SCALE };
  const svg = drawSvg(part, elements);
  const image = new Resvg(svg, { fitTo: { mode: 'zoom', value: SCALE }, font: { loadSystemFonts: false } }).render();
  return { left, top, width, height, rgba: straight(image.pixels) };
}

/** resvg gives colours multiplied by their coverage; this divides them again, in place. */
function straight(rgba: Uint8Array): Uint8Array {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      rgba[channel] = Math.min(255, Math.round(((rgba[channel] ?? 0) * 255) / alpha));
    }
  }
  return rgba;
}

/** The part of a patch that has ink. */
function trim({ left, top, width, height, rgba }: Patch): Patch {
  let [minX, minY, maxX, maxY] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!rgba[(y * width + x) * 4 + 3]) continue;
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = y;
    }
  }
  const trimmed = { width: Math.max(0, maxX - minX + 1), height: Math.max(0, maxY - minY + 1) };
  const ink = new Uint8Array(trimmed.width * trimmed.height * 4);
  for (let y = 0; y < trimmed.height; y++) {
    const from = ((minY + y) * width + minX) * 4;
    ink.set(rgba.subarray(from, from + trimmed.width * 4), y * trimmed.width * 4);
  }
  return { left: left + minX, top: top + minY, ...trimmed, rgba: ink };
}

const boxOf = ({ left, top, width, height }: Patch): Box => ({
  x: left / SCALE,
  y: top / SCALE,
  width: width / SCALE,
  height: height / SCALE,
});
