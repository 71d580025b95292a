import { primaryFace } from '../fonts/faces.ts';
import type { Box, PathCommand } from '../graphics/geometry.ts';
import type { Rgba } from '../graphics/paint.ts';
import { type Gradient, isGradient } from '../graphics/paint.ts';
import { parsePath } from '../graphics/path-data.ts';
import type { Drawing, PlacedElement } from '../scene/scene.ts';
import { type PenPosition, penPositions } from '../text/glyph-positions.ts';
import { hex, PdfFonts, widthOf } from './fonts.ts';
import { addOpacity, addShading } from './gradient.ts';
import { speak } from './text-extraction.ts';
import { array, dictionary, n, type ObjectNumber, type PdfFile, reference, textString } from './writer.ts';

type ResourceKind = 'XObject' | 'Shading' | 'ExtGState';
export type Resources = Record<ResourceKind | 'Font', Record<string, string>>;

/** Turns elements into operators of a content stream (ISO 32000-1, annex A) and gathers what they refer to. */
export class Painter {
  readonly #file: PdfFile;
  readonly #prefix: string;
  readonly #images: ReadonlyMap<string, ObjectNumber>;
  readonly #fonts: PdfFonts;
  readonly #resources: Record<ResourceKind, Record<string, string>> = { XObject: {}, Shading: {}, ExtGState: {} };

  /** Names of resources begin with the prefix; `images` are objects by the image's URI. */
  constructor(file: PdfFile, prefix: string, images: ReadonlyMap<string, ObjectNumber>) {
    this.#file = file;
    this.#prefix = prefix;
    this.#images = images;
    this.#fonts = new PdfFonts(prefix);
  }

  /** Operators that draw an element, y growing downwards; the graphics state is as before. */
  draw({ drawing, opacity, rotation, around }: PlacedElement): string[] {
    return [
      'q',
      ...(opacity < 1 ? [this.#opacity(opacity)] : []),
      ...(rotation === 0 ? [] : [rotate(rotation, around)]),
      ...this.#draw(drawing, opacity),
      'Q',
    ];
  }

  /** Writes the fonts; call it once, after the last element. */
  finish(): Resources {
    return { ...this.#resources, Font: this.#fonts.write(this.#file) };
  }

  #draw(drawing: Drawing, opacity: number): string[] {
    switch (drawing.kind) {
      case 'path':
        return this.#path(drawing, opacity);
      case 'image':
        return this.#image(drawing);
      case 'qr':
        return this.#qr(drawing, opacity);
      case 'text':
        return this.#text(drawing, opacity);
    }
  }

  #path({ path, fill, stroke, strokeWidth }: Extract<Drawing, { kind: 'path' }>, opacity: number): string[] {
    const filled = fill ? this.#filled(path, fill, opacity) : [];
    if (!stroke || strokeWidth === 0) return filled;
    const pen = `${this.#alpha(stroke, opacity)} ${rgb(stroke)} RG ${n(strokeWidth)} w`;
    return [...filled, 'q', pen, pathData(path), 'S', 'Q'];
  }

  #filled(path: readonly PathCommand[], fill: Rgba | Gradient, opacity: number): string[] {
    if (!isGradient(fill)) return ['q', this.#fill(fill, opacity), pathData(path), 'f', 'Q'];
    const paint = (shading: string) => `${fill.matrix ? `${fill.matrix.map(n).join(' ')} cm ` : ''}/${shading} sh`;
    const mask = addOpacity(this.#file, fill);
    return [
      'q',
      ...(mask === null ? [] : [this.#softMask(path, paint('S'), mask)]),
      pathData(path),
      'W n',
      paint(this.#name('Shading', addShading(this.#file, fill))),
      'Q',
    ];
  }

  /** Lets through what follows as much as the content, painted over the path with the shading `S`, is bright. */
  #softMask(path: readonly PathCommand[], content: string, shading: ObjectNumber): string {
    const points = path.flatMap(([, ...numbers]) => numbers);
    const [xs, ys] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)];
    const form = this.#file.addCompressed(
      {
        Type: '/XObject',
        Subtype: '/Form',
        BBox: array([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]),
        Group: '<< /S /Transparency /CS /DeviceGray >>',
        Resources: dictionary({ Shading: dictionary({ S: reference(shading) }) }),
      },
      content,
    );
    const mask = dictionary({ Type: '/Mask', S: '/Luminosity', G: reference(form) });
    return `/${this.#name('ExtGState', this.#file.add(dictionary({ Type: '/ExtGState', SMask: mask })))} gs`;
  }

  #image({ box, clip, image }: Extract<Drawing, { kind: 'image' }>): string[] {
    const object = this.#images.get(image.uri);
    if (object === undefined) throw new Error('the image was not compiled');
    const name = this.#name('XObject', object);
    return [
      ...(clip ? [pathData(clip), 'W n'] : []),
      `${n(box.width)} 0 0 ${n(-box.height)} ${n(box.x)} ${n(box.y + box.height)} cm /${name} Do`,
    ];
  }

  #qr({ box, background, color, code }: Extract<Drawing, { kind: 'qr' }>, opacity: number): string[] {
    const { x, y, width, height } = box;
    const ground = background
      ? ['q', this.#fill(background, opacity), `${[x, y, width, height].map(n).join(' ')} re f`, 'Q']
      : [];
    const { rows, unit, ...first } = code();
    // In modules rather than points, every number is whole.
    const modules = rows.flatMap((row, index) => row.map(([from, to]) => `${from} ${index} ${to - from} 1 re`));
    const space = `${[unit, 0, 0, unit, first.x, first.y].map(n).join(' ')} cm`;
    return [...ground, this.#fill(color, opacity), space, ...modules, 'f'];
  }

  #text({ box, color, layout }: Extract<Drawing, { kind: 'text' }>, opacity: number): string[] {
    const operators = [this.#fill(color, opacity), 'BT'];
    const shapes: string[] = [];
    for (const line of layout.lines) {
      const { text, glyphs, outlines } = speak(line, penPositions(line, layout.size));
      const shown = this.#show(glyphs, box, layout.size);
      operators.push(...(text === null ? shown : [`/Span << /ActualText ${textString(text)} >> BDC`, ...shown, 'EMC']));
      shapes.push(...outlines.flatMap((glyph) => this.#outlined(glyph, box, layout.size, opacity)));
    }
    return [...operators, 'ET', ...shapes];
  }

  /** Glyphs that follow one another on a baseline are one string; what the font's widths don't say is between them. */
  #show(glyphs: readonly PenPosition[], box: Box, size: number): string[] {
    const operators: string[] = [];
    let string = '';
    let [current, baseline, reached] = ['', 0, 0];
    const flush = () => {
      if (string !== '') operators.push(`[<${string}>] TJ`);
      string = '';
    };
    for (const { face, id, text, isColored, ...glyph } of glyphs.flatMap((glyph) => readable(glyph, size))) {
      const [x, y] = [box.x + glyph.x, box.y + glyph.y];
      const { font, code } = this.#fonts.use(face, id, text);
      if (current !== font || Math.abs(baseline - y) > 1e-3 || isColored) {
        flush();
        operators.push(`/${font} ${n(size)} Tf 1 0 0 -1 ${n(x)} ${n(y)} Tm`);
        [current, baseline, reached] = [font, y, x];
      }
      if (isColored) {
        operators.push(`${n((glyph.advance * 1e5) / widthOf(face, id))} Tz <${hex(code)}> Tj 100 Tz`);
        current = '';
        continue;
      }
      const gap = Math.round(((reached - x) / size) * 1000);
      if (gap !== 0) string += `> ${gap} <`;
      string += hex(code);
      reached += ((widthOf(face, id) - gap) / 1000) * size;
    }
    flush();
    return operators;
  }

  #outlined({ face, id, x, y }: PenPosition, box: Box, size: number, opacity: number): string[] {
    if (!face.layers && face.outline(id) === '') return [];
    const scale = size / face.unitsPerEm;
    const space = `${[scale, 0, 0, -scale, box.x + x, box.y + y].map(n).join(' ')} cm`;
    const shapes = face.layers
      ? face.layers(id).flatMap(({ path, fill }) => this.#filled(path, fill, opacity))
      : [pathData(parsePath(face.outline(id))), 'f'];
    return ['q', space, ...shapes, 'Q'];
  }

  #fill(color: Rgba, opacity: number): string {
    return `${this.#alpha(color, opacity)} ${rgb(color)} rg`;
  }

  #alpha(color: Rgba, opacity: number): string {
    return color.alpha < 1 ? this.#opacity(color.alpha * opacity) : '';
  }

  #opacity(value: number): string {
    const name = `${this.#prefix}A${Math.round(value * 1000)}`;
    const states = this.#resources.ExtGState;
    states[name] ??= reference(this.#file.add(dictionary({ Type: '/ExtGState', ca: n(value), CA: n(value) })));
    return `/${name} gs`;
  }

  #name(kind: ResourceKind, object: ObjectNumber): string {
    const name = `${this.#prefix}${kind[0]}${Object.keys(this.#resources[kind]).length}`;
    this.#resources[kind][name] = reference(object);
    return name;
  }
}

/**
 * A coloured glyph is drawn outside the text: in it, spaces stretched to its width say what it does, a character each,
 * as some readers take no more from one glyph.
 */
function readable(glyph: PenPosition, size: number): (PenPosition & { isColored: boolean })[] {
  if (!glyph.face.layers) return [{ ...glyph, isColored: false }];
  const face = primaryFace({ family: 'Noto Sans', weight: 400, italic: false });
  const id = face.font.nominalGlyph(0x20) ?? 0;
  const characters = [...glyph.text];
  const advance = glyph.advance / characters.length;
  return characters.map((text, index) => ({
    ...glyph,
    face,
    id,
    text,
    advance,
    x: glyph.x + index * advance * size,
    isColored: true,
  }));
}

function rotate(degrees: number, { x, y, width, height }: Box): string {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [x + width / 2, y + height / 2];
  return `${[cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy].map(n).join(' ')} cm`;
}

const OPERATOR = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;
const pathData = (path: readonly PathCommand[]): string =>
  path.map(([command, ...points]) => [...points.map(n), OPERATOR[command]].join(' ')).join('\n');
const rgb = ({ red, green, blue }: Rgba): string => [red, green, blue].map(n).join(' ');
