import { multiply } from './matrix.ts';
import type { Matrix, Paint } from './paint.ts';
import type { PathCommand } from './path.ts';

/** Vector image with coordinates from (0, 0) to its size. Content outside is clipped. */
export interface Drawing {
  width: number;
  height: number;
  nodes: readonly DrawingNode[];
}

export type DrawingNode = DrawnPath | DrawnGroup;

export interface DrawnPath {
  kind: 'path';
  path: readonly PathCommand[];
  evenOdd: boolean;
  fill: Paint | null;
  stroke: DrawnStroke | null;
}

export interface DrawnStroke {
  paint: Paint;
  width: number;
  dash?: readonly number[];
  dashOffset?: number;
  cap: 'butt' | 'round' | 'square';
  join: 'miter' | 'round' | 'bevel';
  miterLimit: number;
}

/** Nodes with a transform, clipped by each of the clips, and painted as one group. */
export interface DrawnGroup {
  kind: 'group';
  matrix: Matrix;
  opacity: number;
  clips: readonly { path: readonly PathCommand[]; evenOdd: boolean }[];
  nodes: readonly DrawingNode[];
}

/** Yields the paths of a drawing, each with its matrix. */
export function* drawnPaths(
  nodes: readonly DrawingNode[],
  matrix: Matrix,
): Generator<{ path: readonly PathCommand[]; stroke: DrawnStroke | null; filled: boolean; matrix: Matrix }> {
  for (const node of nodes) {
    if (node.kind === 'path') {
      yield { path: node.path, stroke: node.stroke, filled: node.fill !== null, matrix };
      continue;
    }
    const inner = multiply(matrix, node.matrix);
    for (const { path } of node.clips) yield { path, stroke: null, filled: true, matrix: inner };
    yield* drawnPaths(node.nodes, inner);
  }
}
