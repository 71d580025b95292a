import type { Drawing } from '../graphics/drawing.ts';
import type { Box } from '../graphics/geometry.ts';
import type { Matrix, Paint, Rgba } from '../graphics/paint.ts';
import type { PathCommand } from '../graphics/path.ts';
import type { PdfObject } from '../graphics/pdf-objects.ts';
import type { TextLayout } from '../text/layout.ts';
import type { Shadow } from './shadow.ts';

/** A page with everything on it, in painting order: what both outputs render. Lengths are points, origin top left. */
export interface Scene {
  page: { width: number; height: number };
  elements: SceneElement[];
}

export interface SceneElement {
  primitive: Primitive;
  opacity: number;
  /** Degrees clockwise about the centre of the box. */
  rotation: number;
  box: Box;
  semantics: Semantics;
  /** Whether its content depends on values; what doesn't is rendered once for a template. */
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

/** Elements that belong together, in painting order; their opacity is theirs and the group's, multiplied. */
interface GroupPrimitive {
  kind: 'group';
  elements: readonly SceneElement[];
  clip: PathCommand[] | null;
  /** What its elements go through. */
  matrix: Matrix | null;
  /** What its elements are to those who don't see them; those that are in no node of it are decoration. */
  structure: readonly StructureNode[];
}

/** A node of a document's structure (ISO 32000-1, 14.8.4) over elements of a group. */
export interface StructureNode {
  type: StructureType;
  /** Of a list: how its items are counted (14.8.5.5). */
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
  /** Of a header's cell: what it is the header of (14.8.5.7). */
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

export interface PathPrimitive {
  kind: 'path';
  path: PathCommand[];
  fill: Paint | null;
  stroke: Paint | null;
  strokeWidth: number;
  /** Lengths of dashes and gaps, in turn. */
  dash?: readonly number[];
  shadow?: Shadow;
  /** All that it may paint, of a path that its element's box may not hold, or whose shadow it doesn't. */
  reach?: Box;
}

interface QrPrimitive {
  kind: 'qr';
  box: Box;
  /** Encoded when they are first rendered: checking values needs none. */
  modules: () => QrModules;
  /** Modules along a side. */
  size: number;
  color: Rgba;
  background: Rgba | null;
  value: string;
}

/** What an element is to those who don't see it: tags of the PDF (ISO 32000-1, 14.8). */
export type Semantics =
  | { role: 'text' }
  /** A picture; its alternative text is null where the design has none. */
  | { role: 'figure'; alternative: string | null }
  /** A QR code, and whether it leads to the verification of the certificate. */
  | { role: 'code'; isVerification: boolean }
  /** A group, whose structure says what its elements are. */
  | { role: 'group' }
  | { role: 'artifact' };

/** A page of another PDF, for both outputs. */
export interface Letterhead {
  /** The last one is a form that draws the page: points, y growing upwards from the bottom of its box. */
  objects: readonly PdfObject[];
  picture: RasterImage;
  pictureBox: Box;
}

/** An image that is safe to decode; the same object wherever the same image is shown. */
export interface RasterImage {
  bytes: Uint8Array;
  /** Bytes that it counts as in a page's cost. */
  size: number;
  /** The same image with fewer pixels, where there is one. */
  small?: { bytes: Uint8Array; width: number; height: number };
  format: 'png' | 'jpeg' | 'svg';
  width: number;
  height: number;
  /** Of an SVG, what is drawn; its bytes are for nobody else to read, and its size is the drawing's. */
  drawing?: Drawing;
}

/** A QR code's modules on the page. */
export interface QrModules {
  /** The top left corner of the first module, and the length of a module's side. */
  x: number;
  y: number;
  unit: number;
  /** For each row the runs of dark modules: the first, and the one after the last. */
  rows: readonly (readonly [from: number, to: number][])[];
}
