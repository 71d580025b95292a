import { type ColorLine, type Font, PaintCompositeMode, PaintFuncs } from 'harfbuzzjs';
import { multiply } from '../graphics/matrix.ts';
import { type Gradient, IDENTITY, isGradient, type Matrix, type Rgba } from '../graphics/paint.ts';
import { type PathCommand, parsePath } from '../graphics/path.ts';

/** Shape of a colour glyph, in font units with y upwards. */
export interface ColorLayer {
  path: PathCommand[];
  fill: Rgba | Gradient;
}

/** Records HarfBuzz's paint callbacks for a glyph as layers. */
class Recorder {
  readonly #font: Font;
  #matrices: Matrix[] = [IDENTITY];
  #clips: (PathCommand[] | null)[] = [];
  #groups: ColorLayer[][] = [[]];

  constructor(font: Font) {
    this.#font = font;
  }

  get layers(): ColorLayer[] {
    return this.#groups[0] ?? [];
  }

  get #matrix(): Matrix {
    return this.#matrices.at(-1) ?? IDENTITY;
  }

  pushTransform(matrix: Matrix): void {
    this.#matrices.push(multiply(this.#matrix, matrix));
  }

  popTransform(): void {
    this.#matrices.pop();
  }

  pushClipGlyph(glyph: number): void {
    this.#clips.push(parsePath(this.#font.glyphToPath(glyph), this.#matrix));
  }

  /** Ignores rectangles, which are only the bounds of the glyph. */
  pushClipRectangle(): void {
    this.#clips.push(null);
  }

  popClip(): void {
    this.#clips.pop();
  }

  fill(fill: Rgba): void {
    this.#groups.at(-1)?.push({ path: this.#clips.findLast((clip) => clip !== null) ?? [], fill });
  }

  gradient(line: ColorLine, coordinates: readonly number[]): void {
    const stops = line.colorStops.map(({ offset, color }) => ({ offset, color: rgba(color) }));
    stops.sort((a, b) => a.offset - b.offset);
    const path = this.#clips.findLast((clip) => clip !== null);
    if (path) this.#groups.at(-1)?.push({ path, fill: { coordinates, stops, matrix: this.#matrix } });
  }

  pushGroup(): void {
    this.#groups.push([]);
  }

  /** Merges a group. The font uses groups for transparency (source in a plain backdrop), and for highlights, which are left out. */
  popGroup(mode: number): void {
    const source = this.#groups.pop() ?? [];
    const below = this.#groups.at(-1);
    if (!below) return;
    if (mode === PaintCompositeMode.SRC_OVER) below.push(...source);
    if (mode !== PaintCompositeMode.SRC_IN) return;
    const [backdrop] = below.splice(0);
    const alpha = backdrop && !isGradient(backdrop.fill) ? backdrop.fill.alpha : 1;
    below.push(...source.map((layer) => ({ ...layer, fill: faded(layer.fill, alpha) })));
  }
}

function faded(fill: ColorLayer['fill'], alpha: number): ColorLayer['fill'] {
  const fade = (color: Rgba): Rgba => ({ ...color, alpha: color.alpha * alpha });
  if (!isGradient(fill)) return fade(fill);
  return { ...fill, stops: fill.stops.map(({ offset, color }) => ({ offset, color: fade(color) })) };
}

function rgba({ red, green, blue, alpha }: { red: number; green: number; blue: number; alpha: number }): Rgba {
  const hex = `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  return { red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha / 255, hex };
}

let functions: PaintFuncs | undefined;

function paintFunctions(): PaintFuncs {
  if (functions) return functions;
  const paint = new PaintFuncs();
  const to = (data: unknown) => data as Recorder;
  paint.setPushTransformFunc((a, b, c, d, e, f, data) => to(data).pushTransform([a, b, c, d, e, f]));
  paint.setPopTransformFunc((data) => to(data).popTransform());
  paint.setPushClipGlyphFunc((glyph, _font, data) => to(data).pushClipGlyph(glyph));
  paint.setPushClipRectangleFunc((_x0, _y0, _x1, _y1, data) => to(data).pushClipRectangle());
  paint.setPopClipFunc((data) => to(data).popClip());
  paint.setColorFunc((_isForeground, color, data) => to(data).fill(rgba(color)));
  paint.setLinearGradientFunc((line, x0, y0, x1, y1, x2, y2, data) =>
    to(data).gradient(line, normalLine(x0, y0, x1, y1, x2, y2)),
  );
  paint.setRadialGradientFunc((line, x0, y0, r0, x1, y1, r1, data) =>
    to(data).gradient(line, [x0, y0, r0, x1, y1, r1]),
  );
  paint.setPushGroupFunc((data) => to(data).pushGroup());
  paint.setPopGroupFunc((mode, data) => to(data).popGroup(mode));
  functions = paint;
  return paint;
}

/** Returns the line of a gradient after applying the rotation given by its third point (OpenType, COLR, PaintLinearGradient). */
function normalLine(x0: number, y0: number, x1: number, y1: number, x2: number, y2: number): number[] {
  const [nx, ny] = [y2 - y0, x0 - x2];
  const square = nx * nx + ny * ny;
  if (square === 0) return [x0, y0, x1, y1];
  const share = ((x1 - x0) * nx + (y1 - y0) * ny) / square;
  return [x0, y0, x0 + share * nx, y0 + share * ny];
}

/** Returns the layers of a glyph of a colour font (COLR) from bottom to top. Empty if the glyph paints nothing. */
export function colorLayers(font: Font, glyph: number): ColorLayer[] {
  const recorder = new Recorder(font);
  font.paintGlyph(glyph, paintFunctions(), recorder, 0);
  return recorder.layers.filter(({ path }) => path.length > 0);
}
