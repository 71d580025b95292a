import type { Box } from '../graphics/geometry.ts';
import type { Primitive, PrimitiveOf } from '../scene/scene.ts';
import { segmentsOf, type TextSegment } from '../text/segments.ts';

/** A link's address and the places on the page that lead to it: one for each line that it stands on, or more in mixed directions. */
interface TextLink {
  address: string;
  boxes: Box[];
}

/** Of each part of an element, on how many places it is a link; what is no text has one part. */
export const linksOf = (primitive: Primitive): number[] =>
  primitive.kind === 'text' && hasLinks(primitive)
    ? segmentsOf(primitive.layout).map((segment) => (segment.link === null ? 0 : boxesOf(segment, primitive).length))
    : [0];

/** The links of a text in the order of its parts. */
export function textLinks(primitive: Primitive): TextLink[] {
  if (primitive.kind !== 'text' || !hasLinks(primitive)) return [];
  return segmentsOf(primitive.layout).flatMap((segment) =>
    segment.link === null ? [] : [{ address: segment.link, boxes: boxesOf(segment, primitive) }],
  );
}

const hasLinks = ({ layout }: PrimitiveOf<'text'>): boolean =>
  layout.lines.some(({ line }) => line.runs.some(({ style }) => style.link !== null));

/** The boxes around a segment's glyphs that stand next to each other, as high as their fonts. */
function boxesOf({ pieces }: TextSegment, { box, layout }: PrimitiveOf<'text'>): Box[] {
  return pieces.flatMap(({ glyphs }) => {
    const found: { left: number; right: number; top: number; bottom: number }[] = [];
    for (const { start, end, baseline, face, style } of glyphs) {
      const size = layout.size * style.scale;
      const [top, bottom] = [baseline - face.ascender * size, baseline - face.descender * size];
      const last = found.at(-1);
      if (last && start - last.right < GAP * size) {
        last.right = Math.max(last.right, end);
        last.top = Math.min(last.top, top);
        last.bottom = Math.max(last.bottom, bottom);
      } else found.push({ left: start, right: end, top, bottom });
    }
    return found.map(({ left, right, top, bottom }) => ({
      x: box.x + left,
      y: box.y + top,
      width: right - left,
      height: bottom - top,
    }));
  });
}

/** In em: further apart than this, something else stands between two glyphs. */
const GAP = 0.05;
