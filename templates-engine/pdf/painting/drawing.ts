import { type Drawing, type DrawingNode, type DrawnGroup, drawnPaths } from '../../graphics/drawing.ts';
import { type Box, grown, union } from '../../graphics/geometry.ts';
import { mapPath } from '../../graphics/matrix.ts';
import { IDENTITY } from '../../graphics/paint.ts';
import { pathBounds } from '../../graphics/path-bounds.ts';
import { array, dictionary, n, type ObjectNumber } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import { pathData } from './operators.ts';
import { Painter, resourceEntries } from './painter.ts';

/** Writes a drawing as a form of its size, with y downwards. It is painted as one group (ISO 32000-1, 8.10 and 11.6.6). */
export function addDrawing(file: PdfWriter, { width, height, nodes }: Drawing): ObjectNumber {
  const painter = new Painter(file, 'D');
  const operators = nodes.flatMap((node) => nodeOperators(node, file, painter));
  return file.addCompressed(
    {
      Type: '/XObject',
      Subtype: '/Form',
      BBox: array([0, 0, width, height]),
      Group: '<< /S /Transparency /CS /DeviceRGB /I true >>',
      Resources: dictionary(resourceEntries(painter.resources)),
    },
    operators.join('\n'),
  );
}

function nodeOperators(node: DrawingNode, file: PdfWriter, painter: Painter): string[] {
  if (node.kind === 'group') return groupOperators(node, file, painter);
  const { path, evenOdd, fill, stroke } = node;
  const filled = fill ? painter.filled(path, fill, 1, evenOdd ? '*' : '') : [];
  return stroke && stroke.width > 0 ? [...filled, ...painter.stroked(path, stroke.paint, stroke, 1)] : filled;
}

function groupOperators(group: DrawnGroup, file: PdfWriter, painter: Painter): string[] {
  const { matrix, opacity, clips, nodes } = group;
  const isTranslucent = opacity < 1;
  const inner = isTranslucent ? new Painter(file, 'D') : painter;
  const operators = nodes.flatMap((node) => nodeOperators(node, file, inner));
  return [
    'q',
    `${matrix.map(n).join(' ')} cm`,
    ...clips.flatMap(({ path, evenOdd }) => [pathData(path), evenOdd ? 'W* n' : 'W n']),
    ...(isTranslucent
      ? [painter.opacity(opacity), painter.form(operators, resourceEntries(inner.resources), boundsOf(nodes), true)]
      : operators),
    'Q',
  ];
}

/** Returns the bounds of everything that nodes can paint. */
function boundsOf(nodes: readonly DrawingNode[]): Box {
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
