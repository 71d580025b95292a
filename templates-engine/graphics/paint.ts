import type { Box } from './geometry.ts';

export interface Rgba {
  /** Channels from 0 to 1. */
  red: number;
  green: number;
  blue: number;
  alpha: number;
  /** Colour as `#rrggbb`, for SVG. */
  hex: string;
}

/** Parses a colour. Returns null for `none` and for an empty or missing text. */
export const parseColor = (text: string | undefined): Rgba | null => (!text || text === 'none' ? null : toRgba(text));

/** Parses a valid colour: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
export function toRgba(text: string): Rgba {
  const given = text.slice(1);
  const digits = given.length < 6 ? [...given].map((digit) => digit + digit).join('') : given;
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  const alpha = digits.length === 8 ? channel(6) : 1;
  return { red: channel(0), green: channel(2), blue: channel(4), alpha, hex: `#${digits.slice(0, 6)}` };
}

/** Matrix with the members a to f, as in SVG and PDF. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export interface Gradient {
  /** Linear: x0, y0, x1, y1. Radial: x0, y0, r0, x1, y1, r1. */
  coordinates: readonly number[];
  /** Colour stops in ascending order of offset; at least two. */
  stops: { offset: number; color: Rgba }[];
  /** Matrix from the space of the coordinates to that of the path. */
  matrix?: Matrix;
}

/** Paint of a fill or stroke. */
export type Paint = Rgba | Gradient;

export const isGradient = (fill: Paint | null): fill is Gradient => fill !== null && 'stops' in fill;

/** Returns true if the background shows through the paint. */
export const isTranslucent = (paint: Paint): boolean =>
  isGradient(paint) ? paint.stops.some(({ color }) => color.alpha < 1) : paint.alpha < 1;

/** Returns the ends of a gradient line in a box. The angle is as in CSS: 0 is upwards, 90 to the right. */
export function gradientLine({ x, y, width, height }: Box, angle: number): [number, number, number, number] {
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const half = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
  const [cx, cy] = [x + width / 2, y + height / 2];
  return [cx - dx * half, cy - dy * half, cx + dx * half, cy + dy * half];
}
