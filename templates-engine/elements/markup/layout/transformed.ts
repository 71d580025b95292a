import { type Box, union } from '../../../graphics/geometry.ts';
import { boundsThrough, mapPath, multiply } from '../../../graphics/matrix.ts';
import type { Matrix } from '../../../graphics/paint.ts';
import { pathBounds } from '../../../graphics/path-bounds.ts';
import { roundedPath } from '../../../graphics/rounded-path.ts';
import { widthOf } from '../../../text/lines/measured-paragraph.ts';
import type { BoxInstance, PictureInstance } from '../expand/instances.ts';
import type { PlacedText } from '../paint/assemble.ts';
import { cornersOf } from '../paint/boxes.ts';
import { matrixOf } from '../paint/transforms.ts';

/** Returns the transform of the content of a box: its own combined with those of its ancestors. Returns null without a transform. */
export function movedBy(around: Matrix | null, { node }: BoxInstance | PictureInstance, box: Box): Matrix | null {
  const own = matrixOf(node.paint.transforms, box);
  return around && own ? multiply(around, own) : (own ?? around);
}

/** Returns the bounds of a transformed box, without the area outside its rounded corners. */
export const movedBox = ({ node }: BoxInstance | PictureInstance, box: Box, matrix: Matrix): Box =>
  pathBounds(mapPath(roundedPath(box, cornersOf(node.paint, box)), matrix)) ?? boundsThrough(box, matrix);

/** Returns the bounds of transformed text. Only its letters count, regardless of the width of its box. */
export function movedText({ layout }: PlacedText, box: Box, matrix: Matrix): Box {
  const lines = layout.lines.map(({ line, x, baseline, wordSpacing }) => ({
    x: box.x + x,
    y: box.y + baseline - layout.size * line.scale * ASCENT,
    width: widthOf(line, layout.size) + wordSpacing * (line.text.match(/ /g)?.length ?? 0),
    height: layout.size * line.scale,
  }));
  return boundsThrough(lines.length > 0 ? lines.reduce(union) : box, matrix);
}

/** Height of letters above their baseline, in em. */
const ASCENT = 0.75;
