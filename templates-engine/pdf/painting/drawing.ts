import type { Drawing, DrawingNode, DrawnGroup } from '../../graphics/drawing.ts';
import { boundsOfNodes } from '../../graphics/drawing-bounds.ts';
import type { PathCommand } from '../../graphics/path.ts';
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
  if (!stroke || stroke.width === 0) return filled;
  const line = stroke.cap === 'square' ? withLength(path, stroke.width / 100) : path;
  return [...filled, ...painter.stroked(line, stroke.paint, stroke, 1)];
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
      ? [
          painter.opacity(opacity),
          painter.form(operators, resourceEntries(inner.resources), boundsOfNodes(nodes), true),
        ]
      : operators),
    'Q',
  ];
}

/**
 * Gives subpaths without length a length along x. PDF paints no square cap on them (ISO 32000-1, 8.5.3.1), SVG paints a square along x
 * (SVG 2, 13.5.4).
 */
function withLength(path: readonly PathCommand[], length: number): PathCommand[] {
  const starts = path.flatMap(([command], index) => (command === 'M' ? [index] : []));
  return starts.flatMap((start, index): PathCommand[] => {
    const subpath = path.slice(start, starts[index + 1]);
    const points = subpath.flatMap(([, ...numbers]) => numbers);
    const [x = 0, y = 0] = points;
    const isPoint = subpath.length > 1 && points.every((value, at) => value === (at % 2 === 0 ? x : y));
    if (!isPoint) return subpath;
    return [
      ['M', x - length / 2, y],
      ['L', x + length / 2, y],
    ];
  });
}
