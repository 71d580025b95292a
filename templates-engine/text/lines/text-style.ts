import type { FontRequest } from '../../fonts/faces.ts';

/** Base style of a text, independent of its box. Lengths are in points. Runs can deviate from it. */
export interface Typography {
  font: FontRequest;
  size: number;
  /** Multiple of the size. */
  lineHeight: number;
  letterSpacing: number;
  uppercase: boolean;
  /** Language that the design sets (BCP 47); null if it is detected from the letters of the text. */
  language: string | null;
}

/** Box of a text, and its style in the box. */
export interface TextStyle extends Typography {
  width: number;
  height: number;
  /** Minimum size if the text must shrink to fit. Runs of other sizes shrink by the same factor. */
  minSize: number;
  align: 'left' | 'center' | 'right' | 'justify';
  verticalAlign: 'top' | 'middle' | 'bottom';
  /** Breaks lines only where the text does, so that it shrinks instead. */
  oneLine?: boolean | undefined;
  /** Sets the text as one line on an arc (arc.ts). */
  arc?: { radius: number } | undefined;
}
