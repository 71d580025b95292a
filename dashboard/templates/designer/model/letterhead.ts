import type { Box, Item } from './design.ts';
import { changeDesign, placeItems } from './edit.ts';
import type { Edit } from './history.ts';

/** Sets a PDF as the background. The page takes its size, and elements outside the page move onto it. */
export const layLetterhead =
  (letterhead: { pdf: string; width: number; height: number }): Edit =>
  (state) => {
    const { pdf, width, height } = letterhead;
    const { background, page, elements } = state.draft;
    const resized = changeDesign({ background: { ...background, pdf }, page: { ...page, width, height } })(state);
    const boxes = new Map(elements.map((item): [string, Partial<Box>] => [item.id, ontoPage(item, letterhead)]));
    return placeItems(boxes)({ ...state, ...resized });
  };

/** Elements larger than the page shrink to its size. */
function ontoPage(item: Item, page: { width: number; height: number }): Partial<Box> {
  const isOn = item.x + item.width <= page.width && item.y + item.height <= page.height;
  if (isOn) return {};
  const [width, height] = [Math.min(item.width, page.width), Math.min(item.height, page.height)];
  const [x, y] = [Math.min(item.x, page.width - width), Math.min(item.y, page.height - height)];
  return { x, y, width, height };
}
