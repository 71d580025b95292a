import type { Values } from './placeholders.ts';

/** Values that a certificate shows, in formatted and in given form. */
export interface ShownValues {
  /** Returns the formatted value, with dates and numbers in the language of the certificate. */
  get(name: string): string | undefined;
  /** Returns the value as given. */
  raw(name: string): string | undefined;
}

/** Returns values that are shown as given, without formatting. */
export const asGiven = (values: Values): ShownValues => {
  const get = (name: string) => values.get(name);
  return { get, raw: get };
};
