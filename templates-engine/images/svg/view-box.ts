import { type Box, fitBox } from '../../graphics/geometry.ts';
import type { SvgNode } from './svg-node.ts';

/** Returns the view box of an `svg`, to which percentages of transforms refer. Without one, it is the viewport. */
export function viewBoxOf({ attributes }: SvgNode): Box {
  const [x = 0, y = 0, width = 0, height = 0] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (width > 0 && height > 0) return { x, y, width, height };
  return { x: 0, y: 0, width: lengthOf(attributes.width) ?? 100, height: lengthOf(attributes.height) ?? 100 };
}

/** Returns the area of the user space that an `svg` shows. */
export function shownAreaOf(node: SvgNode): Box {
  const { attributes } = node;
  const box = viewBoxOf(node);
  const [across, down] = [lengthOf(attributes.width), lengthOf(attributes.height)];
  if (!across || !down || /none|slice/.test(attributes.preserveAspectRatio ?? '')) return box;
  // A viewport of another shape shows more than the view box.
  const shown = fitBox(box, { width: across, height: down }, 'cover');
  const align = attributes.preserveAspectRatio ?? '';
  return {
    ...shown,
    x: /xMin/.test(align) ? box.x : /xMax/.test(align) ? box.x + box.width - shown.width : shown.x,
    y: /YMin/.test(align) ? box.y : /YMax/.test(align) ? box.y + box.height - shown.height : shown.y,
  };
}

/** Returns a length in pixels; undefined for a percentage or none. */
function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^\s*([\d.]+)\s*(px|pt|pc|mm|cm|in)?\s*$/.exec(text ?? '') ?? [];
  const scale = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }[unit];
  return number === undefined ? undefined : Number(number) * (scale ?? 1);
}
