import type { Declarations } from './declarations.ts';
import { readLength } from './lengths.ts';

/** Reads a property's value; null where it takes no such value. */
type Reader = (input: unknown) => Declarations | null;

export interface Property {
  /** Accepted values, for the message of an error. */
  accepted: string;
  code?: 'not_a_colour';
  read: Reader;
}

type Name = keyof Declarations;

/** A declaration of one member, if it has a value. */
export const declared = <Value>(name: Name, value: Value | null): Declarations | null =>
  value === null ? null : ({ [name]: value } as Declarations);

/** A keyword; `aliases` are written otherwise in the declarations. */
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

/** A number, or a text of one; null for anything else. */
export function readNumber(input: unknown): number | null {
  if (typeof input === 'string' && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(input.trim())) return null;
  const value = typeof input === 'string' || typeof input === 'number' ? Number(input) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** One to four values for top, right, bottom and left, as CSS hands them round; null for another number of them. */
export function aroundSides<Value>(values: readonly Value[]): [Value, Value, Value, Value] | null {
  const [top, right, bottom, left] = values;
  if (top === undefined || values.length > 4) return null;
  return [top, right ?? top, bottom ?? top, left ?? right ?? top];
}
