import { IDENTITY, type Matrix } from '../../graphics/paint.ts';
import { unsupported } from './unsupported.ts';

type Attributes = Readonly<Record<string, string>>;

/** Returns the number of an attribute, or `otherwise` if it is missing. */
export function numberOf(attributes: Attributes, name: string, otherwise: number): number {
  const text = attributes[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  return Number.isFinite(value) ? value : unsupported(`${name}="${text}"`);
}

/** Reads a matrix in the form that usvg writes. Other forms of `transform` are unsupported. */
export function matrixOf(text: string | undefined): Matrix {
  if (text === undefined) return IDENTITY;
  const values =
    /^matrix\(([^)]*)\)$/
      .exec(text)?.[1]
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  if (values.length !== 6 || !values.every(Number.isFinite)) return unsupported(`transform="${text}"`);
  return values as unknown as Matrix;
}

/** Returns the id in `url(#id)`; null for anything else. */
export const idOf = (text: string | undefined): string | null => /^url\(#([^)]+)\)$/.exec(text ?? '')?.[1] ?? null;
