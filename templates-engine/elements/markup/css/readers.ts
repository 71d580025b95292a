import type { Declarations } from './declarations.ts';
import { readLength } from './lengths.ts';

/** Reads the value of a property. Returns null for a value that the property does not accept. */
type Reader = (input: unknown) => Declarations | null;

export interface Property {
  /** Accepted values, for error messages. */
  accepted: string;
  code?: 'not_a_colour';
  read: Reader;
}

type Name = keyof Declarations;

/** Returns a declaration of one property; null without a value. */
export const declared = <Value>(name: Name, value: Value | null): Declarations | null =>
  value === null ? null : ({ [name]: value } as Declarations);

/** Property that accepts keywords. `aliases` maps further keywords to the value that they declare. */
export const keyword = (name: Name, words: string, aliases: Readonly<Record<string, string>> = {}): Property => {
  const known = words.split(' ');
  return {
    accepted: new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([...known, ...Object.keys(aliases)]),
    read: (input) => {
      const word = typeof input === 'string' ? input.trim().toLowerCase() : '';
      if (known.includes(word)) return declared(name, word);
      return Object.hasOwn(aliases, word) ? declared(name, aliases[word] ?? null) : null;
    },
  };
};

export const LENGTH_RULE = 'a length of up to 10,000 px: a number, or a text with px, em, rem, %, vw or vh';

export const length = (
  name: Name,
  options: { auto?: boolean; negative?: boolean; percent?: boolean } = {},
): Property => ({
  accepted: `${LENGTH_RULE}${options.auto ? ', or auto' : ''}`,
  read: (input) => declared(name, options.auto && input === 'auto' ? 'auto' : readLength(input, options)),
});

export const number = (
  name: Name,
  { min, max, whole = false }: { min: number; max: number; whole?: boolean },
): Property => ({
  accepted: `a ${whole ? 'whole ' : ''}number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`,
  read: (input) => {
    const value = readNumber(input);
    return declared(
      name,
      value !== null && value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : null,
    );
  },
});

/** Reads a number, or a text that contains one. Returns null for anything else. */
export function readNumber(input: unknown): number | null {
  if (typeof input === 'string' && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(input.trim())) return null;
  const value = typeof input === 'string' || typeof input === 'number' ? Number(input) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** Distributes one to four values to top, right, bottom and left, as CSS does. Returns null for any other number of values. */
export function aroundSides<Value>(values: readonly Value[]): [Value, Value, Value, Value] | null {
  const [top, right, bottom, left] = values;
  if (top === undefined || values.length > 4) return null;
  return [top, right ?? top, bottom ?? top, left ?? right ?? top];
}
