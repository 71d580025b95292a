import { type Box, grown, overlap } from '../../graphics/geometry.ts';
import type { PageGeometry } from './elements.ts';

/** Page whose links are being added, with the areas of those already added. */
export interface LinkedPage extends PageGeometry {
  areas: Box[];
}

/** Distance between links in points, so that rounded numbers do not overlap. */
const GAP = 0.01;

/**
 * Returns the part of an area that overlaps no earlier link, and records it. Validators of signatures warn of annotations that overlap,
 * because one could hide another. An area within an earlier one stays as it is.
 */
export function takeArea({ areas }: LinkedPage, area: Box): Box {
  let free = area;
  for (const other of areas) free = overlap(free, grown(other, GAP)) ? largestRest(free, grown(other, GAP)) : free;
  const taken = free.width > 0 && free.height > 0 ? free : area;
  areas.push(taken);
  return taken;
}

/** Returns the largest part of a box beside another one. */
function largestRest(box: Box, other: Box): Box {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const [otherRight, otherBottom] = [other.x + other.width, other.y + other.height];
  const rests: Box[] = [
    { ...box, width: other.x - box.x },
    { ...box, x: otherRight, width: right - otherRight },
    { ...box, height: other.y - box.y },
    { ...box, y: otherBottom, height: bottom - otherBottom },
  ];
  const areaOf = ({ width, height }: Box) => Math.max(0, width) * Math.max(0, height);
  return rests.reduce((largest, rest) => (areaOf(rest) > areaOf(largest) ? rest : largest), {
    ...box,
    width: 0,
    height: 0,
  });
}
