import { type DrawingNode, drawnPaths } from './drawing.ts';
import { type Box, grown, union } from './geometry.ts';
import { mapPath } from './matrix.ts';
import { IDENTITY } from './paint.ts';
import { pathBounds } from './path-bounds.ts';

/** Bounds by the list of nodes. A drawing never changes after it was read. */
const known = new WeakMap<readonly DrawingNode[], Box>();

/** Returns the bounds of everything that nodes can paint. */
export function boundsOfNodes(nodes: readonly DrawingNode[]): Box {
  const found = known.get(nodes) ?? measure(nodes);
  known.set(nodes, found);
  return found;
}

function measure(nodes: readonly DrawingNode[]): Box {
  let bounds: Box | null = null;
  for (const { path, stroke, matrix } of drawnPaths(nodes, IDENTITY)) {
    const own = pathBounds(mapPath(path, matrix));
    if (!own) continue;
    const scale = Math.max(...matrix.slice(0, 4).map(Math.abs));
    const box = grown(own, stroke ? (stroke.width / 2) * Math.max(2, stroke.miterLimit) * scale * Math.SQRT2 : 0);
    bounds = bounds ? union(bounds, box) : box;
  }
  return bounds ?? { x: 0, y: 0, width: 0, height: 0 };
}
