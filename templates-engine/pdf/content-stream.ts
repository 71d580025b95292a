import type { Box } from '../graphics/geometry.ts';
import { parsePath } from '../graphics/path.ts';
import type { Primitive, PrimitiveOf, SceneElement } from '../scene/scene.ts';
import { type PositionedGlyph, positionGlyphs } from '../text/glyph-positions.ts';
import { PdfFonts } from './fonts.ts';
import { pathData, rotate } from './operators.ts';
import { Painter } from './painter.ts';
import { showGlyphs } from './show-glyphs.ts';
import { n, type ObjectNumber, textString } from './syntax.ts';
import type { Mark } from './tags.ts';
import { extractableLine } from './text-extraction.ts';
import type { PdfWriter } from './writer.ts';

export type Resources = Record<keyof Painter['resources'] | 'Font', Record<string, string>>;

/** Turns elements into operators of a content stream (ISO 32000-1, annex A) and gathers what they refer to. */
export class ContentStream {
  readonly #file: PdfWriter;
  readonly #images: ReadonlyMap<string, ObjectNumber>;
  readonly #fonts: PdfFonts;
  readonly #painter: Painter;

  /** Names of resources begin with the prefix; `images` are objects by the image's URI. */
  constructor(file: PdfWriter, prefix: string, images: ReadonlyMap<string, ObjectNumber>) {
    this.#file = file;
    this.#images = images;
    this.#fonts = new PdfFonts(prefix);
    this.#painter = new Painter(file, prefix);
  }

  /** Operators that paint an element, y growing downwards; the graphics state is as before. */
  element({ primitive, opacity, rotation, box }: SceneElement, mark: Mark = (_, paint) => paint()): string[] {
    if (primitive.kind === 'group') return this.#group(primitive, rotation === 0 ? [] : [rotate(rotation, box)], mark);
    return [
      'q',
      ...(opacity < 1 ? [this.#painter.opacity(opacity)] : []),
      ...(rotation === 0 ? [] : [rotate(rotation, box)]),
      ...this.#primitive(primitive, opacity),
      'Q',
    ];
  }

  /** Its elements one after the other, each marked by itself, through its clip and its matrix. */
  #group({ elements, clip, matrix }: PrimitiveOf<'group'>, around: readonly string[], mark: Mark): string[] {
    return [
      'q',
      ...around,
      ...(matrix ? [`${matrix.map(n).join(' ')} cm`] : []),
      ...(clip ? [pathData(clip), 'W n'] : []),
      ...elements.flatMap((one) =>
        one.primitive.kind === 'group' ? this.element(one, mark) : mark(one, () => this.element(one)),
      ),
      'Q',
    ];
  }

  /** Writes the fonts; call it once, after the last element. */
  finish(): Resources {
    return { ...this.#painter.resources, Font: this.#fonts.write(this.#file) };
  }

  #primitive(primitive: Exclude<Primitive, { kind: 'group' }>, opacity: number): string[] {
    switch (primitive.kind) {
      case 'path':
        return this.#path(primitive, opacity);
      case 'image':
        return this.#image(primitive);
      case 'qr':
        return this.#qr(primitive, opacity);
      case 'text':
        return this.#text(primitive, opacity);
    }
  }

  #path({ path, fill, stroke, strokeWidth }: PrimitiveOf<'path'>, opacity: number): string[] {
    const filled = fill ? this.#painter.filled(path, fill, opacity) : [];
    if (!stroke || strokeWidth === 0) return filled;
    return [...filled, ...this.#painter.stroked(path, stroke, strokeWidth, opacity)];
  }

  #image({ box, clip, image }: PrimitiveOf<'image'>): string[] {
    const object = this.#images.get(image.uri);
    if (object === undefined) throw new Error('the image was not compiled');
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

  #text({ box, color, layout }: PrimitiveOf<'text'>, opacity: number): string[] {
    const operators = [this.#painter.fill(color, opacity), 'BT'];
    const shapes: string[] = [];
    for (const line of layout.lines) {
      const { actualText, glyphs, outlines } = extractableLine(line, positionGlyphs(line, layout.size), layout.size);
      const shown = showGlyphs(this.#fonts, glyphs, box, layout.size);
      operators.push(
        ...(actualText === null ? shown : [`/Span << /ActualText ${textString(actualText)} >> BDC`, ...shown, 'EMC']),
      );
      shapes.push(...outlines.flatMap((glyph) => this.#outlined(glyph, box, layout.size, opacity)));
    }
    return [...operators, 'ET', ...shapes];
  }

  #outlined({ face, id, x, y }: PositionedGlyph, box: Box, size: number, opacity: number): string[] {
    if (!face.layers && face.outline(id) === '') return [];
    const scale = size / face.unitsPerEm;
    const space = `${[scale, 0, 0, -scale, box.x + x, box.y + y].map(n).join(' ')} cm`;
    const shapes = face.layers
      ? face.layers(id).flatMap(({ path, fill }) => this.#painter.filled(path, fill, opacity))
      : [pathData(parsePath(face.outline(id))), 'f'];
    return ['q', space, ...shapes, 'Q'];
  }
}
