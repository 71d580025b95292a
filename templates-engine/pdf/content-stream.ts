import type { Primitive, PrimitiveOf, RasterImage, SceneElement } from '../scene/scene.ts';
import { PdfFonts } from './fonts.ts';
import { pathData, rotate } from './operators.ts';
import { Painter } from './painter.ts';
import { n, type ObjectNumber } from './syntax.ts';
import { paintText } from './text-painter.ts';
import type { PdfWriter } from './writer.ts';

export type Resources = Record<keyof Painter['resources'] | 'Font', Record<string, string>>;

/** Turns elements into operators of a content stream (ISO 32000-1, annex A) and gathers what they refer to. */
export class ContentStream {
  readonly #file: PdfWriter;
  readonly #images: ReadonlyMap<RasterImage, ObjectNumber>;
  readonly #fonts: PdfFonts;
  readonly #painter: Painter;

  /** Names of resources begin with the prefix; `images` are the objects of images. */
  constructor(file: PdfWriter, prefix: string, images: ReadonlyMap<RasterImage, ObjectNumber>) {
    this.#file = file;
    this.#images = images;
    this.#fonts = new PdfFonts(prefix);
    this.#painter = new Painter(file, prefix);
  }

  /**
   * Operators that paint an element, y growing downwards; the graphics state is as before. A text has a part for each of its
   * segments, anything else has one.
   */
  element({ primitive, opacity, rotation, box }: SceneElement): string[][] {
    return this.#parts(primitive, opacity).map((operators) => [
      'q',
      ...(opacity < 1 ? [this.#painter.opacity(opacity)] : []),
      ...(rotation === 0 ? [] : [rotate(rotation, box)]),
      ...operators,
      'Q',
    ]);
  }

  /** Writes the fonts; call it once, after the last element. */
  finish(): Resources {
    return { ...this.#painter.resources, Font: this.#fonts.write(this.#file) };
  }

  #parts(primitive: Primitive, opacity: number): string[][] {
    switch (primitive.kind) {
      case 'path':
        return [this.#path(primitive, opacity)];
      case 'image':
        return [this.#image(primitive)];
      case 'qr':
        return [this.#qr(primitive, opacity)];
      case 'text':
        return paintText(primitive, opacity, { fonts: this.#fonts, painter: this.#painter });
    }
  }

  #path({ path, fill, stroke, strokeWidth }: PrimitiveOf<'path'>, opacity: number): string[] {
    const filled = fill ? this.#painter.filled(path, fill, opacity) : [];
    if (!stroke || strokeWidth === 0) return filled;
    return [...filled, ...this.#painter.stroked(path, stroke, strokeWidth, opacity)];
  }

  #image({ box, clip, image }: PrimitiveOf<'image'>): string[] {
    const object = this.#images.get(image);
    if (object === undefined) throw new Error('the image was not written');
    const name = this.#painter.name('XObject', object);
    return [
      ...(clip ? [pathData(clip), 'W n'] : []),
      `${n(box.width)} 0 0 ${n(-box.height)} ${n(box.x)} ${n(box.y + box.height)} cm /${name} Do`,
    ];
  }

  #qr({ box, background, color, modules }: PrimitiveOf<'qr'>, opacity: number): string[] {
    const { x, y, width, height } = box;
    const ground = background
      ? ['q', this.#painter.fill(background, opacity), `${[x, y, width, height].map(n).join(' ')} re f`, 'Q']
      : [];
    const { rows, unit, ...first } = modules();
    // In modules rather than points, every number is whole.
    const rectangles = rows.flatMap((row, index) => row.map(([from, to]) => `${from} ${index} ${to - from} 1 re`));
    const space = `${[unit, 0, 0, unit, first.x, first.y].map(n).join(' ')} cm`;
    return [...ground, this.#painter.fill(color, opacity), space, ...rectangles, 'f'];
  }
}
