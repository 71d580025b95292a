import type { Values } from './placeholders.ts';

/** What a certificate shows: each variable as it is written, and as it was given. */
export interface ShownValues {
  /** As it is written: dates and numbers in the certificate's language. */
  get(name: string): string | undefined;
  /** As it was given. */
  raw(name: string): string | undefined;
}

/** Values that are written as they were given. */
export const asGiven = (values: Values): ShownValues => {
  const get = (name: string) => values.get(name);
  return { get, raw: get };
};
