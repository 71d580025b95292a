import type { Rgba } from '../design/colors.ts';
import type { Problem } from '../design/errors.ts';
import type { TextLayout } from '../text/layout.ts';
import type { Box, PathCommand } from './geometry.ts';
import type { QrModules } from './qr.ts';

/** a, b, c, d, e, f as SVG and PDF have them. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface Gradient {
  /** Linear: x0, y0, x1, y1. Radial: x0, y0, r0, x1, y1, r1. */
  coordinates: readonly number[];
  /** By offset, the lowest first; at least two. */
  stops: { offset: number; color: Rgba }[];
  /** From the space of the coordinates to that of the path. */
  matrix?: Matrix;
}

export const isGradient = (fill: Rgba | Gradient | null): fill is Gradient => fill !== null && 'stops' in fill;

/** What both outputs draw, in painting order; points, origin top left. */
export type Drawing =
  | { kind: 'path'; path: PathCommand[]; fill: Rgba | Gradient | null; stroke: Rgba | null; strokeWidth: number }
  | { kind: 'image'; image: PlacedImage; box: Box; clip: PathCommand[] | null }
  | { kind: 'text'; box: Box; layout: TextLayout; color: Rgba }
  /** The code is worked out when it is first drawn: checking values needs none. */
  | { kind: 'qr'; box: Box; code: () => QrModules; color: Rgba; background: Rgba | null; value: string };

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
