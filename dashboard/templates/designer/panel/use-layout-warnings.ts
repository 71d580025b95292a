import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { kindOf, nameOf } from '../elements/kinds.ts';
import type { Box, Draft, Item, Page } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { boundsOf, isWithin } from '../model/geometry.ts';
import { type Finding, PIXELS_PER_POINT, type Pictures, usePictures } from '../model/preview.ts';

/** Part of the smaller of two elements that the other one may cover, as the boxes of their marks include gaps. */
const TOLERANCE = 0.1;
/** Distance beyond the page's edge that nobody sees, in points. */
const EDGE = 0.5;

/** Returns readable elements that lie on each other or leave the page, by the marks that they make with the sample values. */
export function useLayoutWarnings(): Finding[] {
  const { draft } = useEditor();
  const pictures = usePictures();
  return useMemo(() => (pictures.isCurrent ? layoutWarnings(draft, pictures) : []), [draft, pictures]);
}

function layoutWarnings({ page, elements }: Draft, pictures: Pictures): Finding[] {
  const marks = elements.flatMap((item) => {
    const mark = kindOf(item).isReadable ? markOf(item, pictures) : null;
    return mark ? [{ item, mark }] : [];
  });
  const off = elements.filter((item) => kindOf(item).isReadable && leaves(item, page, pictures));
  const pairs = marks.flatMap((one, at) =>
    marks.slice(at + 1).flatMap((other) => (overlaps(one.mark, other.mark) ? [{ one, other }] : [])),
  );
  return [
    ...off.map((item) => ({
      key: `off ${item.id}`,
      itemId: item.id,
      text: t`${{ element: nameOf(item) }}. Part of it is outside the page.`,
    })),
    ...pairs.map(({ one, other }) => ({
      key: `overlap ${one.item.id} ${other.item.id}`,
      itemId: other.item.id,
      text: t`${{ element: nameOf(other.item) }}. It overlaps ${{ other: nameOf(one.item) }}.`,
    })),
  ];
}

/** Returns whether marks of an element lie outside the page. */
function leaves(item: Item, page: Page, pictures: Pictures): boolean {
  const frame = { x: -EDGE, y: -EDGE, width: page.width + 2 * EDGE, height: page.height + 2 * EDGE };
  const mark = markOf(item, pictures);
  if (mark) return !isWithin(mark, frame);
  // An element that lies beside the page has no picture.
  const { x, y, width, height } = boundsOf(item);
  return x >= page.width || y >= page.height || x + width <= 0 || y + height <= 0;
}

/** Returns the box of the marks that an element makes; null without any. */
function markOf(item: Item, { elements }: Pictures): Box | null {
  const picture = elements.get(item.id);
  if (!picture?.bitmap) return null;
  const { of, left, top, bitmap } = picture;
  return {
    x: left / PIXELS_PER_POINT + item.x - of.x,
    y: top / PIXELS_PER_POINT + item.y - of.y,
    width: bitmap.width / PIXELS_PER_POINT,
    height: bitmap.height / PIXELS_PER_POINT,
  };
}

function overlaps(a: Box, b: Box): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return width > 0 && height > 0 && width * height > TOLERANCE * smaller;
}
