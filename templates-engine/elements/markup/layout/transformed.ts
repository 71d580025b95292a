import { type Box, union } from '../../../graphics/geometry.ts';
import { boundsThrough, mapPath, multiply } from '../../../graphics/matrix.ts';
import type { Matrix } from '../../../graphics/paint.ts';
import { pathBounds } from '../../../graphics/path-bounds.ts';
import { roundedPath } from '../../../graphics/rounded-path.ts';
import { widthOf } from '../../../text/measured-paragraph.ts';
import type { BoxInstance, PictureInstance } from '../expand/instances.ts';
import type { PlacedText } from '../paint/assemble.ts';
import { cornersOf } from '../paint/boxes.ts';
import { matrixOf } from '../paint/transforms.ts';

/** Where what is in a box is moved by its transforms and those around it; null where none moves it. */
export function movedBy(around: Matrix | null, { node }: BoxInstance | PictureInstance, box: Box): Matrix | null {
  const own = matrixOf(node.paint.transforms, box);
  return around && own ? multiply(around, own) : (own ?? around);
}

/** What a box takes up where it is moved to: what its corners leave out is not part of it. */
export const movedBox = ({ node }: BoxInstance | PictureInstance, box: Box, matrix: Matrix): Box =>
  pathBounds(mapPath(roundedPath(box, cornersOf(node.paint, box)), matrix)) ?? boundsThrough(box, matrix);

/** The same for a text: its letters, however wide its box is. */
export function movedText({ layout }: PlacedText, box: Box, matrix: Matrix): Box {
  const lines = layout.lines.map(({ line, x, baseline, wordSpacing }) => ({
    x: box.x + x,
    y: box.y + baseline - layout.size * line.scale * ASCENT,
    width: widthOf(line, layout.size) + wordSpacing * (line.text.match(/ /g)?.length ?? 0),
    height: layout.size * line.scale,
  }));
  return boundsThrough(lines.length > 0 ? lines.reduce(union) : box, matrix);
}

/** How far letters stand above their baseline, in em. */
const ASCENT = 0.75;
