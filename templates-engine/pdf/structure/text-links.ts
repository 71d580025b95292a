import type { Box } from '../../graphics/geometry.ts';
import type { Primitive, PrimitiveOf } from '../../scene/scene.ts';
import type { PositionedGlyph } from '../../text/lines/glyph-positions.ts';
import { segmentsOf, type TextSegment } from '../../text/lines/segments.ts';

/** Address of a link and its areas on the page: one per line, or more if directions are mixed. */
interface TextLink {
  address: string;
  boxes: Box[];
}

/** Returns the number of link areas for each part of an element. An element other than a text has one part. */
export const linksOf = (primitive: Primitive): number[] =>
  primitive.kind === 'text' && hasLinks(primitive)
    ? segmentsOf(primitive.layout).map((segment) => (segment.link === null ? 0 : boxesOf(segment, primitive).length))
    : [0];

/** Returns the links of a text in the order of its parts. */
export function textLinks(primitive: Primitive): TextLink[] {
  if (primitive.kind !== 'text' || !hasLinks(primitive)) return [];
  return segmentsOf(primitive.layout).flatMap((segment) =>
    segment.link === null ? [] : [{ address: segment.link, boxes: boxesOf(segment, primitive) }],
  );
}

const hasLinks = ({ layout }: PrimitiveOf<'text'>): boolean =>
  layout.lines.some(({ line }) => line.runs.some(({ style }) => style.link !== null));

/** Returns the boxes around the adjacent glyphs of a segment, with the height of their fonts. */
function boxesOf({ pieces }: TextSegment, { box, layout }: PrimitiveOf<'text'>): Box[] {
  return pieces.flatMap(({ line, glyphs }) => {
    const found: Edges[] = [];
    for (const glyph of glyphs) {
      const size = layout.size * glyph.style.scale;
      const { left, right, top, bottom } = line.arc ? aroundTurned(glyph, layout.size) : aroundUpright(glyph, size);
      const last = found.at(-1);
      if (last && (line.arc || left - last.right < GAP * size)) {
        last.left = Math.min(last.left, left);
        last.right = Math.max(last.right, right);
        last.top = Math.min(last.top, top);
        last.bottom = Math.max(last.bottom, bottom);
      } else found.push({ left, right, top, bottom });
    }
    return found.map(({ left, right, top, bottom }) => ({
      x: box.x + left,
      y: box.y + top,
      width: right - left,
      height: bottom - top,
    }));
  });
}

/** Minimum distance in em at which something else lies between two glyphs. */
const GAP = 0.05;

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const aroundUpright = ({ start, end, baseline, face }: PositionedGlyph, size: number): Edges => ({
  left: start,
  right: end,
  top: baseline - face.ascender * size,
  bottom: baseline - face.descender * size,
});

/** Returns the upright box around a rotated glyph on an arc. */
function aroundTurned({ x, y, angle, advance, face, style }: PositionedGlyph, textSize: number): Edges {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const points = [0, advance * textSize].flatMap((right) =>
    [face.ascender, face.descender].map((em) => {
      const up = em * textSize * style.scale;
      return { x: x + right * cos + up * sin, y: y + right * sin - up * cos };
    }),
  );
  return {
    left: Math.min(...points.map((point) => point.x)),
    right: Math.max(...points.map((point) => point.x)),
    top: Math.min(...points.map((point) => point.y)),
    bottom: Math.max(...points.map((point) => point.y)),
  };
}
