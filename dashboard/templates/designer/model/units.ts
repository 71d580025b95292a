import type { Page } from './design.ts';

/** Units of lengths in the designer. Documents have points. */
export const UNITS = ['mm', 'in', 'pt'] as const;
export type Unit = (typeof UNITS)[number];

const POINTS: Readonly<Record<Unit, number>> = { mm: 72 / 25.4, in: 72, pt: 1 };
/** Digits that are shown, so that a hundredth of a point can be entered. */
export const DECIMALS: Readonly<Record<Unit, number>> = { mm: 2, in: 3, pt: 2 };
/** Step of a field's arrows. */
export const STEPS: Readonly<Record<Unit, number>> = { mm: 1, in: 0.05, pt: 1 };

export const toPoints = (length: number, unit: Unit): number => length * POINTS[unit];
export const fromPoints = (points: number, unit: Unit): number => {
  const scale = 10 ** DECIMALS[unit];
  return Math.round((points / POINTS[unit]) * scale) / scale + 0;
};

/** Returns a length in a unit, as shown beside a gesture. */
export const lengthText = (points: number, unit: Unit): string =>
  String(Math.round((points / POINTS[unit]) * (unit === 'in' ? 100 : 10)) / (unit === 'in' ? 100 : 10));

/** Returns the unit of a page's usual readers: inches for US Letter, millimetres for others. */
export function unitOf({ width, height }: Page): Unit {
  return Math.min(width, height) === 612 && Math.max(width, height) === 792 ? 'in' : 'mm';
}
