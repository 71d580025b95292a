/**
 * Pages, as both outputs paint them. A scene knows no design: everything in it is resolved, positioned and safe to draw. `paint-plan.ts`
 * decides the time at which each element is painted, and `budget.ts` limits the cost of a page before anything is painted.
 */

import type { Drawing } from '../graphics/drawing.ts';
import type { Box } from '../graphics/geometry.ts';
import type { Matrix, Paint, Rgba } from '../graphics/paint.ts';
import type { PathCommand } from '../graphics/path.ts';
import type { PdfObject } from '../graphics/pdf-objects.ts';
import type { TextLayout } from '../text/lines/layout.ts';

/** Page with all its elements in painting order. Both outputs render it. Lengths are in points, with the origin at the top left. */
export interface Scene {
  page: { width: number; height: number };
  elements: SceneElement[];
}

export interface SceneElement {
  primitive: Primitive;
  opacity: number;
  /** Rotation in degrees clockwise about the centre of the box. */
  rotation: number;
  box: Box;
  semantics: Semantics;
  /** Set if the content depends on values. Other elements are rendered once per template. */
  isVariable: boolean;
}

export type Primitive =
  | PathPrimitive
  | { kind: 'image'; image: RasterImage; box: Box; clip: PathCommand[] | null }
  | { kind: 'letterhead'; box: Box; letterhead: Letterhead }
  | { kind: 'text'; box: Box; layout: TextLayout; color: Rgba }
  | QrPrimitive
  | GroupPrimitive;

export type PrimitiveOf<Kind extends Primitive['kind']> = Extract<Primitive, { kind: Kind }>;

/** Group of elements in painting order. Their opacity already includes that of the group. */
interface GroupPrimitive {
  kind: 'group';
  elements: readonly SceneElement[];
  clip: PathCommand[] | null;
  /** Transform of the elements. */
  matrix: Matrix | null;
  /** Structure of the elements for assistive technology. Elements outside it are decoration. */
  structure: readonly StructureNode[];
}

/** Node of the document structure (ISO 32000-1, 14.8.4) over elements of a group. */
export interface StructureNode {
  type: StructureType;
  /** Numbering of a list (ISO 32000-1, 14.8.5.5). */
  numbering?:
    | 'None'
    | 'Disc'
    | 'Circle'
    | 'Square'
    | 'Decimal'
    | 'UpperRoman'
    | 'LowerRoman'
    | 'UpperAlpha'
    | 'LowerAlpha';
  /** Scope of a header cell (ISO 32000-1, 14.8.5.7). */
  scope?: 'Row' | 'Column';
  children: readonly (StructureNode | SceneElement)[];
}

type StructureType =
  | 'P'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'H6'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TFoot'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'BlockQuote'
  | 'Figure';

/** Shadow of a path: a copy of it in one colour, moved, blurred, and below the path. Lengths are in points. */
export interface Shadow {
  x: number;
  y: number;
  /** Blur as in CSS: twice the standard deviation. */
  blur: number;
  color: Rgba;
  /** Part that is drawn, in the coordinates of the element; see shadowArea. */
  area: Box;
}

export interface PathPrimitive {
  kind: 'path';
  path: PathCommand[];
  fill: Paint | null;
  stroke: Paint | null;
  strokeWidth: number;
  /** Alternating lengths of dashes and gaps. */
  dash?: readonly number[];
  shadow?: Shadow;
  /** Bounds of everything it can paint, if its path or shadow can exceed the box of the element. */
  reach?: Box;
}

interface QrPrimitive {
  kind: 'qr';
  box: Box;
  /** Returns the modules. They are encoded when first rendered, because checking values does not need them. */
  modules: () => QrModules;
  /** Modules per side. */
  size: number;
  color: Rgba;
  background: Rgba | null;
  value: string;
}

/** Meaning of an element for assistive technology, as tags of the PDF (ISO 32000-1, 14.8). */
export type Semantics =
  | { role: 'text' }
  /** Picture. Its alternative text is null if the design sets none. */
  | { role: 'figure'; alternative: string | null }
  /** QR code. `isVerification` is set if it leads to the verification page of the certificate. */
  | { role: 'code'; isVerification: boolean }
  /** Group whose structure describes its elements. */
  | { role: 'group' }
  | { role: 'artifact' };

/** Page of another PDF, for both outputs. */
export interface Letterhead {
  /** Objects of the page. The last is a form that draws the page in points, with y upwards from the bottom of its box. */
  objects: readonly PdfObject[];
  picture: RasterImage;
  pictureBox: Box;
}

/** Image that is safe to decode. The same image is always the same object. */
export interface RasterImage {
  bytes: Uint8Array;
  /** Size in bytes that counts towards the cost of a page. */
  size: number;
  /** Smaller copy of the image, if there is one. */
  small?: { bytes: Uint8Array; width: number; height: number };
  format: 'png' | 'jpeg' | 'svg';
  width: number;
  height: number;
  /** Drawing of an SVG. Renderers use it instead of `bytes`, and the size is that of the drawing. */
  drawing?: Drawing;
}

/** Modules of a QR code on the page. */
export interface QrModules {
  /** Top left corner of the first module, and side of a module. */
  x: number;
  y: number;
  unit: number;
  /** Runs of dark modules in each row: index of the first, and of the one after the last. */
  rows: readonly (readonly [from: number, to: number][])[];
}
