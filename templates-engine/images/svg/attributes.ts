import { IDENTITY, type Matrix } from '../../graphics/paint.ts';
import { unsupported } from './unsupported.ts';

type Attributes = Readonly<Record<string, string>>;

/** A number of an attribute, or what it stands for where it is left out. */
export function numberOf(attributes: Attributes, name: string, otherwise: number): number {
  const text = attributes[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  return Number.isFinite(value) ? value : unsupported(`${name}="${text}"`);
}

/** A matrix as usvg writes it; no other form of `transform` is read. */
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

/** The id that a `url(#id)` names; null for anything else. */
export const idOf = (text: string | undefined): string | null => /^url\(#([^)]+)\)$/.exec(text ?? '')?.[1] ?? null;
