import type { Drawing, DrawingNode, DrawnGroup, DrawnPath, DrawnStroke } from '../../graphics/drawing.ts';
import { IDENTITY, type Matrix } from '../../graphics/paint.ts';
import type { PathCommand } from '../../graphics/path.ts';
import { pathBounds } from '../../graphics/path-bounds.ts';
import { readPathData } from '../../graphics/svg-path.ts';
import { matrixOf, numberOf } from './attributes.ts';
import { readClips } from './clips.ts';
import { readPaint } from './paints.ts';
import { rootMatrix, sizeOf } from './root.ts';
import { type SvgElement, svgTree } from './svg-tree.ts';
import { unsupported } from './unsupported.ts';

/** Limits of a drawing: commands of its paths, coordinates, and nested groups. A PDF allows 28 nested graphics states. */
const MAX_COMMANDS = 200_000;
const MAX_COORDINATE = 10_000_000;
const MAX_DEPTH = 16;

/**
 * Reads a drawing from an SVG written by usvg or drawingFile: paths, gradients, clips, groups. Throws Unsupported for anything else, such
 * as a filter, a mask, a pattern, a picture or a blend mode.
 */
export function readDrawing(svg: string): Drawing {
  const root = svgTree(svg);
  const size = sizeOf(root);
  const reader = new Reader(root);
  const nodes = simplified({
    kind: 'group',
    matrix: rootMatrix(root, size),
    opacity: 1,
    clips: [],
    nodes: reader.nodes(root.children, 0),
  });
  return { ...size, nodes };
}

class Reader {
  readonly #definitions = new Map<string, SvgElement>();
  #commands = 0;

  constructor({ children }: SvgElement) {
    for (const element of children.filter(({ name }) => name === 'defs').flatMap((defs) => defs.children))
      if (element.attributes.id !== undefined) this.#definitions.set(element.attributes.id, element);
  }

  nodes(elements: readonly SvgElement[], depth: number): DrawingNode[] {
    if (depth > MAX_DEPTH) return unsupported('groups nested too deep');
    return elements.flatMap((element) => {
      if (element.name === 'defs') return [];
      if (element.name === 'g') return this.#group(element, depth);
      if (element.name === 'path') return this.#path(element);
      return unsupported(`a <${element.name}>`);
    });
  }

  #group({ attributes, children }: SvgElement, depth: number): DrawingNode[] {
    if (attributes.filter !== undefined || attributes.mask !== undefined) return unsupported('a filter or a mask');
    const mode = /mix-blend-mode:\s*([\w-]+)/.exec(attributes.style ?? '')?.[1] ?? 'normal';
    if (mode !== 'normal') return unsupported(`the blend mode ${mode}`);
    const matrix = matrixOf(attributes.transform);
    const clips = readClips(attributes['clip-path'], this.#definitions, (element) => this.#data(element));
    const opacity = numberOf(attributes, 'opacity', 1);
    const isPlain = opacity === 1 && clips.length === 0 && isIdentity(matrix);
    const nodes = this.nodes(children, isPlain ? depth : depth + 1);
    return simplified({ kind: 'group', matrix, opacity, clips, nodes });
  }

  #path(element: SvgElement): DrawingNode[] {
    const { attributes } = element;
    if (attributes.visibility !== undefined && attributes.visibility !== 'visible') return [];
    const path = this.#data(element);
    const bounds = pathBounds(path);
    const paintOf = (kind: 'fill' | 'stroke') =>
      readPaint(attributes[kind], numberOf(attributes, `${kind}-opacity`, 1), bounds, this.#definitions);
    const [fill, strokePaint] = [paintOf('fill'), paintOf('stroke')];
    const drawn = { kind: 'path', path, evenOdd: attributes['fill-rule'] === 'evenodd' } as const;
    const stroke = strokePaint && strokeOf(strokePaint, attributes);
    const isStrokeFirst = attributes['paint-order']?.startsWith('stroke') && fill !== null && stroke !== null;
    const nodes: DrawnPath[] = isStrokeFirst
      ? [
          { ...drawn, fill: null, stroke },
          { ...drawn, fill, stroke: null },
        ]
      : [{ ...drawn, fill, stroke }];
    return simplified({ kind: 'group', matrix: matrixOf(attributes.transform), opacity: 1, clips: [], nodes });
  }

  #data({ attributes }: SvgElement): PathCommand[] {
    const maxCommands = MAX_COMMANDS - this.#commands;
    const limits = { x: 0, y: 0, maxCommands, maxCoordinate: MAX_COORDINATE };
    const path = readPathData(attributes.d ?? '', limits);
    this.#commands += path.length;
    return path;
  }
}

const isIdentity = (matrix: Matrix): boolean => matrix.every((value, index) => value === IDENTITY[index]);

/** Replaces a group without effects by its nodes. */
function simplified(group: DrawnGroup): DrawingNode[] {
  const { matrix, opacity, clips, nodes } = group;
  if (nodes.length === 0 || opacity === 0) return [];
  return opacity === 1 && clips.length === 0 && isIdentity(matrix) ? [...nodes] : [group];
}

function strokeOf(paint: DrawnStroke['paint'], attributes: SvgElement['attributes']): DrawnStroke {
  const cap = attributes['stroke-linecap'] ?? 'butt';
  const join = attributes['stroke-linejoin'] ?? 'miter';
  const dash = attributes['stroke-dasharray']
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  if (dash && !(dash.every((length) => length >= 0) && dash.some((length) => length > 0)))
    return unsupported('a pattern of dashes');
  return {
    paint,
    width: numberOf(attributes, 'stroke-width', 1),
    cap: cap === 'round' || cap === 'square' ? cap : 'butt',
    join: join === 'round' || join === 'bevel' ? join : 'miter',
    miterLimit: numberOf(attributes, 'stroke-miterlimit', 4),
    ...(dash && { dash, dashOffset: numberOf(attributes, 'stroke-dashoffset', 0) }),
  };
}
