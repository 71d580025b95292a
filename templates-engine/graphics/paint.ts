import type { Box } from './geometry.ts';

export interface Rgba {
  /** 0 to 1 each. */
  red: number;
  green: number;
  blue: number;
  alpha: number;
  /** `#rrggbb`, for SVG. */
  hex: string;
}

/** A colour as numbers; null for `none` and for nothing. */
export const parseColor = (text: string | undefined): Rgba | null => (!text || text === 'none' ? null : toRgba(text));

/** The same for a colour that is one: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
export function toRgba(text: string): Rgba {
  const given = text.slice(1);
  const digits = given.length < 6 ? [...given].map((digit) => digit + digit).join('') : given;
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  const alpha = digits.length === 8 ? channel(6) : 1;
  return { red: channel(0), green: channel(2), blue: channel(4), alpha, hex: `#${digits.slice(0, 6)}` };
}

/** a, b, c, d, e, f as SVG and PDF have them. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export interface Gradient {
  /** Linear: x0, y0, x1, y1. Radial: x0, y0, r0, x1, y1, r1. */
  coordinates: readonly number[];
  /** By offset, the lowest first; at least two. */
  stops: { offset: number; color: Rgba }[];
  /** From the space of the coordinates to that of the path. */
  matrix?: Matrix;
}

/** What a path is filled or stroked with. */
export type Paint = Rgba | Gradient;

export const isGradient = (fill: Paint | null): fill is Gradient => fill !== null && 'stops' in fill;

/** Whether something painted with it lets through what lies behind it. */
export const isTranslucent = (paint: Paint): boolean =>
  isGradient(paint) ? paint.stops.some(({ color }) => color.alpha < 1) : paint.alpha < 1;

/** The ends of a gradient's line over a box, by CSS's angle: 0 goes up, 90 to the right. */
export function gradientLine({ x, y, width, height }: Box, angle: number): [number, number, number, number] {
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const half = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
  const [cx, cy] = [x + width / 2, y + height / 2];
  return [cx - dx * half, cy - dy * half, cx + dx * half, cy + dy * half];
}
