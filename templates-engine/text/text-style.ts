import type { FontRequest } from '../fonts/faces.ts';

/** How a text is set, wherever it stands; lengths in points. Runs may differ from it. */
export interface Typography {
  font: FontRequest;
  size: number;
  /** As a multiple of the size. */
  lineHeight: number;
  letterSpacing: number;
  uppercase: boolean;
  /** The language that the design names (BCP 47); null where the text's own letters tell. */
  language: string | null;
}

/** The box of a text and how it is set in it. */
export interface TextStyle extends Typography {
  width: number;
  height: number;
  /** The smallest size that may be taken for the text to fit; runs of other sizes shrink by the same share. */
  minSize: number;
  align: 'left' | 'center' | 'right' | 'justify';
  verticalAlign: 'top' | 'middle' | 'bottom';
  /** Sets the text as one line on part of a circle (arc.ts). */
  arc?: { radius: number } | undefined;
}
