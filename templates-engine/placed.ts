import type { Rgba } from './colors.ts';
import type { Problem } from './errors.ts';
import type { Box, PathCommand } from './geometry.ts';
import type { TextLayout } from './text-layout.ts';

export interface Gradient {
  /** x1, y1, x2, y2 in points. */
  line: [number, number, number, number];
  stops: { offset: number; color: Rgba }[];
}

/** What both outputs draw, in painting order; points, origin top left. */
export type Drawing =
  | { kind: 'path'; path: PathCommand[]; fill: Rgba | Gradient | null; stroke: Rgba | null; strokeWidth: number }
  | { kind: 'image'; image: PlacedImage; box: Box; clip: PathCommand[] | null }
  | { kind: 'text'; box: Box; layout: TextLayout; color: Rgba }
  /** The code's modules are worked out by whoever draws them. */
  | { kind: 'qr'; box: Box; modules: () => PathCommand[]; color: Rgba; background: Rgba | null; value: string };

/** An element's drawing, and what is wrong with its content. */
export interface Drawn {
  drawing: Drawing;
  fault?: Omit<Problem, 'element' | 'variable'>;
}

export interface PlacedImage {
  uri: string;
  bytes: Uint8Array;
  format: 'png' | 'jpeg';
  width: number;
  height: number;
}

export interface PlacedElement {
  drawing: Drawing;
  opacity: number;
  /** Degrees clockwise about the centre of `around`. */
  rotation: number;
  around: Box;
}

export interface Placed {
  page: { width: number; height: number };
  elements: PlacedElement[];
}
