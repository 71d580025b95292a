import type { Problem } from '../design/errors.ts';
import type { Box, PathCommand } from '../graphics/geometry.ts';
import type { Gradient, Rgba } from '../graphics/paint.ts';
import type { TextLayout } from '../text/layout.ts';

/** What both outputs draw, in painting order; points, origin top left. */
export type Drawing =
  | { kind: 'path'; path: PathCommand[]; fill: Rgba | Gradient | null; stroke: Rgba | null; strokeWidth: number }
  | { kind: 'image'; image: PlacedImage; box: Box; clip: PathCommand[] | null }
  | { kind: 'text'; box: Box; layout: TextLayout; color: Rgba }
  /** The code is worked out when it is first drawn: checking values needs none. `size` is its side in modules. */
  | { kind: 'qr'; box: Box; code: () => QrModules; size: number; color: Rgba; background: Rgba | null; value: string };

/** An element's drawing, and what is wrong with its content. */
export interface Drawn {
  drawing: Drawing;
  fault?: Omit<Problem, 'element' | 'variable'>;
  /** Characters that were shaped on the way. */
  shaped?: number;
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

/** A code's modules on the page: lengths in points. */
export interface QrModules {
  /** Where the first module's top left corner is, and how long a module's side. */
  x: number;
  y: number;
  unit: number;
  /** For each row the runs of dark modules: the first, and the one after the last. */
  rows: readonly (readonly [from: number, to: number][])[];
}
