/** The design document as the platform keeps it. Lengths are points from the page's top left corner, angles degrees, clockwise. */
export type Design = {
  name: string;
  formationName?: string;
  description?: string;
  recipientNameVariable: string;
  page: { width: number; height: number };
  background?: Background;
  elements: DesignElement[];
};

export type Fit = 'contain' | 'cover' | 'fill';

export interface Gradient {
  /** As in CSS: 0 goes up, 90 to the right. */
  angle: number;
  stops: { offset: number; color: string }[];
}

export interface Background {
  color?: string;
  gradient?: Gradient;
  /** A data URI. */
  image?: string;
  fit?: Fit;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Placed extends Box {
  rotation?: number;
  opacity?: number;
}

export interface TextElement extends Placed {
  type: 'text';
  text: string;
  font: string;
  weight?: number;
  italic?: boolean;
  size: number;
  /** Text that does not fit shrinks down to this. */
  minSize?: number;
  lineHeight?: number;
  letterSpacing?: number;
  color?: string;
  align?: 'left' | 'center' | 'right' | 'justify';
  verticalAlign?: 'top' | 'middle' | 'bottom';
  uppercase?: boolean;
}

export interface ImageElement extends Placed {
  type: 'image';
  src?: string;
  /** Another name for `src`, in documents from elsewhere. */
  asset?: string;
  fit?: Fit;
  radius?: number;
  alt?: string;
}

export interface ShapeElement extends Placed {
  type: 'shape';
  shape: 'rectangle' | 'ellipse' | 'line';
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  radius?: number;
}

export interface QrElement extends Placed {
  type: 'qr';
  value?: string;
  color?: string;
  background?: string;
}

export type DesignElement = TextElement | ImageElement | ShapeElement | QrElement;

/** An element with the name it has while it is edited: it stays the same whatever happens to it. */
export type Item<Element extends DesignElement = DesignElement> = Element & { id: string };

/** A design while it is edited. */
export interface Draft extends Omit<Design, 'elements'> {
  elements: Item[];
}

/** What a member is taken for that is left out. */
export const DEFAULTS = {
  rotation: 0,
  opacity: 1,
  weight: 400,
  italic: false,
  lineHeight: 1.2,
  letterSpacing: 0,
  align: 'left',
  verticalAlign: 'top',
  uppercase: false,
  radius: 0,
  alt: '',
  strokeWidth: 1,
} as const;

export const DEFAULT_QR_VALUE = '{{verificationUrl}}';
export const DEFAULT_COLOR = '#000000';

const newId = (): string => crypto.randomUUID();

export const withId = (element: DesignElement): Item => ({ ...element, id: newId() });

export const toDraft = (design: Design): Draft => ({ ...design, elements: design.elements.map(withId) });

export const toElement = ({ id: _, ...element }: Item): DesignElement => element;

export const toDesign = (draft: Draft): Design => ({ ...draft, elements: draft.elements.map(toElement) });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const areNumbers = (...values: unknown[]): boolean => values.every((value) => Number.isFinite(value));

/** Whether something from elsewhere is an element that can be shown and edited; the platform checks the rest. */
export function isElement(value: unknown): value is DesignElement {
  if (!isRecord(value) || !areNumbers(value.x, value.y, value.width, value.height)) return false;
  if (value.type === 'text')
    return typeof value.text === 'string' && typeof value.font === 'string' && areNumbers(value.size);
  if (value.type === 'shape') return ['rectangle', 'ellipse', 'line'].includes(String(value.shape));
  return value.type === 'image' || value.type === 'qr';
}

/** The same for a whole document. */
export function isDesign(value: unknown): value is Design {
  if (!isRecord(value) || typeof value.name !== 'string' || typeof value.recipientNameVariable !== 'string')
    return false;
  const { page, elements } = value;
  if (!isRecord(page) || !areNumbers(page.width, page.height)) return false;
  return Array.isArray(elements) && elements.every(isElement);
}

/** What an element's line in a list says, and what a screen reader calls it. */
export function nameOf(element: DesignElement): string {
  switch (element.type) {
    case 'text':
      return `Text: ${element.text.replaceAll(/\s+/g, ' ').trim().slice(0, 60) || 'empty'}`;
    case 'image':
      return element.alt ? `Image: ${element.alt.slice(0, 60)}` : 'Image';
    case 'qr':
      return `QR code: ${(element.value ?? DEFAULT_QR_VALUE).slice(0, 60)}`;
    case 'shape':
      return { rectangle: 'Rectangle', ellipse: 'Ellipse', line: 'Line' }[element.shape];
  }
}
