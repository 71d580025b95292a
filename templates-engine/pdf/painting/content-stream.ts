import type { Box } from '../../graphics/geometry.ts';
import { inkBounds } from '../../scene/ink-bounds.ts';
import type { Primitive, PrimitiveOf, RasterImage, SceneElement } from '../../scene/scene.ts';
import { shadowPath, shadowPicture } from '../../scene/shadow.ts';
import { addObjects } from '../file/foreign-objects.ts';
import { n, type ObjectNumber } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import { PdfFonts } from '../fonts/fonts.ts';
import { pathData, rotate } from './operators.ts';
import { Painter, resourceEntries } from './painter.ts';
import { paintText } from './text-painter.ts';

/** Default miter limit of SVG, which the PNG uses. */
const SVG_MITER_LIMIT = 4;

export type Resources = Record<keyof Painter['resources'] | 'Font', Record<string, string>>;

/** Returns true if a primitive paints overlapping parts. */
function paintsOver(primitive: Primitive): boolean {
  if (primitive.kind === 'qr') return primitive.background !== null;
  if (primitive.kind !== 'path') return false;
  const { fill, stroke, strokeWidth, shadow } = primitive;
  return [fill, stroke && strokeWidth > 0, shadow].filter(Boolean).length > 1;
}

/** Converts elements to operators of a content stream (ISO 32000-1, annex A) and collects the resources that they refer to. */
export class ContentStream {
  readonly #file: PdfWriter;
  readonly #images: ReadonlyMap<RasterImage, ObjectNumber>;
  readonly #fonts: PdfFonts;
  readonly #painter: Painter;

  /** Creates a stream. Resource names start with `prefix`; `images` maps images to their objects. */
  constructor(file: PdfWriter, prefix: string, images: ReadonlyMap<RasterImage, ObjectNumber>) {
    this.#file = file;
    this.#images = images;
    this.#fonts = new PdfFonts(prefix);
    this.#painter = new Painter(file, prefix);
  }

  /**
   * Returns operators that paint an element, with y downwards. They restore the graphics state. A text has one part per segment, any other
   * element one part.
   */
  element({ primitive, opacity, rotation, box }: SceneElement): string[][] {
    const isGroup = opacity < 1 && paintsOver(primitive);
    const parts = isGroup ? [this.#group(primitive, box)] : this.#parts(primitive, opacity);
    return parts.map((operators) => [
      'q',
      ...(opacity < 1 ? [this.#painter.opacity(opacity)] : []),
      ...(rotation === 0 ? [] : [rotate(rotation, box)]),
      ...operators,
      'Q',
    ]);
  }

  /** Returns operators that paint a group: the operators that `mark` returns for its elements, with clip and matrix applied. */
  group(group: SceneElement, mark: (element: SceneElement) => readonly string[]): string[] {
    const { primitive, rotation, box } = group;
    if (primitive.kind !== 'group') return [...mark(group)];
    const { elements, clip, matrix } = primitive;
    return [
      'q',
      ...(rotation === 0 ? [] : [rotate(rotation, box)]),
      ...(matrix ? [`${matrix.map(n).join(' ')} cm`] : []),
      ...(clip ? [pathData(clip), 'W n'] : []),
      ...elements.flatMap((one) => (one.primitive.kind === 'group' ? this.group(one, mark) : mark(one))),
      'Q',
    ];
  }

  /** Paints a primitive as one group, so that its parts do not show through each other (ISO 32000-1, 11.6.6). */
  #group(primitive: Primitive, box: Box): string[] {
    const stream = new ContentStream(this.#file, 'G', this.#images);
    const operators = stream.#parts(primitive, 1).flat();
    const bounds = inkBounds({ primitive, box, rotation: 0 });
    return [this.#painter.form(operators, resourceEntries(stream.finish()), bounds, true)];
  }

  /** Writes the fonts. Must be called once, after the last element. */
  finish(): Resources {
    return { ...this.#painter.resources, Font: this.#fonts.write(this.#file) };
  }

  #parts(primitive: Primitive, opacity: number): string[][] {
    switch (primitive.kind) {
      case 'path':
        return [this.#path(primitive, opacity)];
      case 'image':
        return [this.#image(primitive)];
      case 'letterhead':
        return [this.#letterhead(primitive)];
      case 'qr':
        return [this.#qr(primitive, opacity)];
      case 'text':
        return paintText(primitive, opacity, { fonts: this.#fonts, painter: this.#painter });
      case 'group':
        throw new Error('A group is painted through its elements');
    }
  }

  #path(primitive: PrimitiveOf<'path'>, opacity: number): string[] {
    const { path, fill, stroke, strokeWidth: width, dash, reach } = primitive;
    const below = primitive.shadow ? this.#shadow(primitive, opacity) : [];
    const filled = fill ? this.#painter.filled(path, fill, opacity) : [];
    if (!stroke || width === 0) return [...below, ...filled];
    // Corners of a free path can be sharper than those of a rectangle. Limit them as SVG does.
    const style = { width, ...(dash && { dash }), ...(reach && { miterLimit: SVG_MITER_LIMIT }) };
    return [...below, ...filled, ...this.#painter.stroked(path, stroke, style, opacity)];
  }

  #shadow(primitive: PrimitiveOf<'path'>, opacity: number): string[] {
    const path = shadowPath(primitive);
    if (path) return this.#path(path, opacity);
    const picture = shadowPicture(primitive);
    return picture && primitive.shadow ? this.#painter.tinted(picture, primitive.shadow.color) : [];
  }

  #image({ box, clip, image }: PrimitiveOf<'image'>): string[] {
    const object = this.#images.get(image);
    if (object === undefined) throw new Error('The image was not written');
    const name = this.#painter.name('XObject', object);
    const { x, y, width, height } = box;
    // The space of an image is a unit square with y upwards. That of a drawing has the size of the drawing, with y downwards.
    const { drawing } = image;
    const place = drawing
      ? [width / drawing.width, 0, 0, height / drawing.height, x, y]
      : [width, 0, 0, -height, x, y + height];
    return [...(clip ? [pathData(clip), 'W n'] : []), `${place.map(n).join(' ')} cm /${name} Do`];
  }

  /** Paints a letterhead, whose form has y upwards. */
  #letterhead({ box, letterhead }: PrimitiveOf<'letterhead'>): string[] {
    const form = addObjects(this.#file, letterhead.objects).at(-1);
    if (form === undefined) throw new Error('The letterhead has no form');
    return [`1 0 0 -1 ${n(box.x)} ${n(box.y + box.height)} cm /${this.#painter.name('XObject', form)} Do`];
  }

  #qr({ box, background, color, modules }: PrimitiveOf<'qr'>, opacity: number): string[] {
    const { x, y, width, height } = box;
    const ground = background
      ? ['q', this.#painter.fill(background, opacity), `${[x, y, width, height].map(n).join(' ')} re f`, 'Q']
      : [];
    const { rows, unit, ...first } = modules();
    // In units of modules, all numbers are integers.
    const rectangles = rows.flatMap((row, index) => row.map(([from, to]) => `${from} ${index} ${to - from} 1 re`));
    const space = `${[unit, 0, 0, unit, first.x, first.y].map(n).join(' ')} cm`;
    return [...ground, this.#painter.fill(color, opacity), space, ...rectangles, 'f'];
  }
}
