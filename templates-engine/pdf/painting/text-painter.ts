import type { Box } from '../../graphics/geometry.ts';
import type { Rgba } from '../../graphics/paint.ts';
import { parsePath, rectanglePath } from '../../graphics/path.ts';
import type { PrimitiveOf } from '../../scene/scene.ts';
import type { PositionedGlyph } from '../../text/lines/glyph-positions.ts';
import { type LinePiece, segmentsOf } from '../../text/lines/segments.ts';
import { underlinesOf } from '../../text/lines/underlines.ts';
import { n, textString } from '../file/syntax.ts';
import type { PdfFonts } from '../fonts/fonts.ts';
import type { ExtractableGlyph } from './clusters.ts';
import { pathData, rgb } from './operators.ts';
import type { Painter } from './painter.ts';
import { showGlyphs } from './show-glyphs.ts';
import { extractablePiece } from './text-extraction.ts';

/** Converts a text to operators, with one part per segment. */
export function paintText(
  text: PrimitiveOf<'text'>,
  opacity: number,
  tools: { fonts: PdfFonts; painter: Painter },
): string[][] {
  return segmentsOf(text.layout).map(({ pieces }) => new TextPainter(text, opacity, tools).paint(pieces));
}

/** Paints one segment and tracks the current colour. */
class TextPainter {
  readonly #fonts: PdfFonts;
  readonly #painter: Painter;
  readonly #box: Box;
  readonly #size: number;
  readonly #own: Rgba;
  readonly #opacity: number;
  #current: Rgba;

  constructor(
    { box, color, layout }: PrimitiveOf<'text'>,
    opacity: number,
    { fonts, painter }: { fonts: PdfFonts; painter: Painter },
  ) {
    this.#fonts = fonts;
    this.#painter = painter;
    this.#box = box;
    this.#size = layout.size;
    this.#own = color;
    this.#current = color;
    this.#opacity = opacity;
  }

  paint(pieces: readonly LinePiece[]): string[] {
    const extractable = pieces.map((piece) => extractablePiece(piece, this.#size));
    return [
      this.#painter.fill(this.#own, this.#opacity),
      ...pieces.flatMap(({ glyphs }) => this.#underlines(glyphs)),
      'BT',
      ...extractable.flatMap(({ actualText, glyphs }) => {
        const shown = this.#show(glyphs);
        return actualText === null ? shown : [`/Span << /ActualText ${textString(actualText)} >> BDC`, ...shown, 'EMC'];
      }),
      'ET',
      ...extractable.flatMap(({ outlines }) => outlines.flatMap((glyph) => this.#outlined(glyph))),
    ];
  }

  #underlines(glyphs: readonly PositionedGlyph[]): string[] {
    return underlinesOf(glyphs, this.#size).flatMap(({ color, ...line }) => [
      ...this.#color(color),
      pathData(rectanglePath({ ...line, x: this.#box.x + line.x, y: this.#box.y + line.y })),
      'f',
    ]);
  }

  #show(glyphs: readonly ExtractableGlyph[]): string[] {
    const operators: string[] = [];
    for (let start = 0, end = 0; start < glyphs.length; start = end) {
      const style = glyphs[start]?.style;
      while (end < glyphs.length && glyphs[end]?.style === style) end++;
      operators.push(
        ...this.#color(style?.color ?? null),
        ...showGlyphs(this.#fonts, glyphs.slice(start, end), this.#box, this.#size),
      );
    }
    return operators;
  }

  /** Sets the colour unless it is already set. Null is the colour of the text. */
  #color(wanted: Rgba | null): string[] {
    const color = wanted ?? this.#own;
    const { hex, alpha } = this.#current;
    if (color.hex === hex && color.alpha === alpha) return [];
    this.#current = color;
    return [...(color.alpha === alpha ? [] : [this.#painter.opacity(color.alpha * this.#opacity)]), `${rgb(color)} rg`];
  }

  #outlined({ face, style, id, x, y, angle }: PositionedGlyph): string[] {
    if (!face.layers && face.outline(id) === '') return [];
    const scale = (this.#size * style.scale) / face.unitsPerEm;
    const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
    const space = `${[cos, sin, sin, -cos, this.#box.x + x, this.#box.y + y].map(n).join(' ')} cm`;
    const shapes = face.layers
      ? face.layers(id).flatMap(({ path, fill }) => this.#painter.filled(path, fill, this.#opacity))
      : [pathData(parsePath(face.outline(id))), 'f'];
    return [...this.#color(style.color), 'q', space, ...shapes, 'Q'];
  }
}
