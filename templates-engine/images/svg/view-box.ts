import { type Box, fitBox } from '../../graphics/geometry.ts';
import type { SvgNode } from './svg-node.ts';

/** Returns the area of the user space that an `svg` shows. */
export function viewBoxOf({ attributes }: SvgNode): Box {
  const [x = 0, y = 0, width = 0, height = 0] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const size = { width: lengthOf(attributes.width), height: lengthOf(attributes.height) };
  if (!(width > 0 && height > 0)) return { x: 0, y: 0, width: size.width ?? 100, height: size.height ?? 100 };
  const box = { x, y, width, height };
  const { width: across, height: down } = size;
  if (!across || !down || /none|slice/.test(attributes.preserveAspectRatio ?? '')) return box;
  // A viewport of another shape shows more than the view box.
  const shown = fitBox(box, { width: across, height: down }, 'cover');
  const align = attributes.preserveAspectRatio ?? '';
  return {
    ...shown,
    x: /xMin/.test(align) ? x : /xMax/.test(align) ? x + width - shown.width : shown.x,
    y: /YMin/.test(align) ? y : /YMax/.test(align) ? y + height - shown.height : shown.y,
  };
}

/** Returns a length in pixels; undefined for a percentage or none. */
function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^\s*([\d.]+)\s*(px|pt|pc|mm|cm|in)?\s*$/.exec(text ?? '') ?? [];
  const scale = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }[unit];
  return number === undefined ? undefined : Number(number) * (scale ?? 1);
}
