import type { Drawing, DrawingNode, DrawnGroup, DrawnPath } from './drawing.ts';
import { boundsOfNodes } from './drawing-bounds.ts';
import type { Box } from './geometry.ts';
import { layerFilter } from './layer-filter.ts';
import { boundsThrough, inverse, mapPoint } from './matrix.ts';
import { IDENTITY, type Matrix } from './paint.ts';
import { type PathCommand, rectanglePath } from './path.ts';
import { paintAttribute } from './svg-paint.ts';

/** Returns a drawing as an SVG file. Reading and writing the file again gives the same bytes. */
export function drawingFile(drawing: Drawing): string {
  const definitions: string[] = [];
  const body = drawing.nodes.map((node) => nodeToSvg(node, definitions, null)).join('');
  const [width, height] = [exact(drawing.width), exact(drawing.height)];
  const defs = definitions.length > 0 ? `<defs>${definitions.join('')}</defs>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${defs}${body}</svg>`;
}

/** Visible part of a drawing that is rendered, and a point inside it (see png/layer-anchor.ts). */
interface Visible {
  picture: Box;
  anchor: readonly [number, number];
}

/** Returns a drawing as an element of another SVG, with a transform. */
export function drawingElement(
  { width, height, nodes }: Drawing,
  matrix: Matrix,
  definitions: string[],
  visible: Visible,
): string {
  const frame = rectanglePath({ x: 0, y: 0, width, height });
  const clips = [{ path: frame, evenOdd: false }];
  return nodeToSvg({ kind: 'group', matrix, opacity: 1, clips, nodes }, definitions, visible);
}

function nodeToSvg(node: DrawingNode, definitions: string[], visible: Visible | null): string {
  return node.kind === 'path' ? pathToSvg(node, definitions) : groupToSvg(node, definitions, visible);
}

function pathToSvg({ path, evenOdd, fill, stroke }: DrawnPath, definitions: string[]): string {
  const stroked = stroke
    ? [
        paintAttribute('stroke', stroke.paint, definitions),
        `stroke-width="${exact(stroke.width)}"`,
        ...(stroke.dash ? [`stroke-dasharray="${stroke.dash.map(exact).join(' ')}"`] : []),
        ...(stroke.dashOffset ? [`stroke-dashoffset="${exact(stroke.dashOffset)}"`] : []),
        ...(stroke.cap === 'butt' ? [] : [`stroke-linecap="${stroke.cap}"`]),
        ...(stroke.join === 'miter' ? [] : [`stroke-linejoin="${stroke.join}"`]),
        ...(stroke.miterLimit === 4 ? [] : [`stroke-miterlimit="${exact(stroke.miterLimit)}"`]),
      ]
    : [];
  return `<path d="${pathData(path)}" ${[paintAttribute('fill', fill, definitions), ...(evenOdd ? ['fill-rule="evenodd"'] : []), ...stroked].join(' ')}/>`;
}

function groupToSvg(
  { matrix, opacity, clips, nodes }: DrawnGroup,
  definitions: string[],
  visible: Visible | null,
): string {
  const back = visible && inverse(matrix);
  if (visible && !back) return '';
  const inside = visible && back ? visibleThrough(visible, back) : null;
  const inner = nodes.map((node) => nodeToSvg(node, definitions, inside)).join('');
  const isLayer = opacity < 1 || clips.length > 0;
  const [x, y] = inside?.anchor.map(exact) ?? [];
  const dot = inside && isLayer ? `<path d="M${x} ${y}h.01v.01h-.01z" fill-opacity="0"/>` : '';
  const attributes = [
    ...(matrix.every((value, index) => value === IDENTITY[index])
      ? []
      : [`transform="matrix(${matrix.map(exact).join(' ')})"`]),
    ...(opacity < 1 ? [`opacity="${exact(opacity)}"`] : []),
    ...clipAttribute(clips, definitions),
    ...(inside && isLayer ? layerFilter(boundsOfNodes(nodes), inside.picture, definitions) : []),
  ];
  return `<g${attributes.map((attribute) => ` ${attribute}`).join('')}>${dot}${inner}</g>`;
}

const visibleThrough = ({ picture, anchor: [x, y] }: Visible, matrix: Matrix): Visible => ({
  picture: boundsThrough(picture, matrix),
  anchor: mapPoint(matrix, x, y),
});

/** Adds nested clips. Each clip path refers to the previous one, so that all apply. */
function clipAttribute(clips: DrawnGroup['clips'], definitions: string[]): string[] {
  let reference: string[] = [];
  for (const { path, evenOdd } of clips) {
    const id = `d${definitions.length}`;
    const rule = evenOdd ? ' clip-rule="evenodd"' : '';
    definitions.push(
      `<clipPath id="${id}"${reference.map((own) => ` ${own}`).join('')}><path d="${pathData(path)}"${rule}/></clipPath>`,
    );
    reference = [`clip-path="url(#${id})"`];
  }
  return reference;
}

/** Formats a number with seven significant digits, because a drawing can have any scale. */
const exact = (value: number): string => String(Number(value.toPrecision(7)));

const pathData = (path: readonly PathCommand[]): string =>
  path.map(([command, ...points]) => command + points.map(exact).join(' ')).join('');
