import type { TextRange } from '../../../model/text-range.ts';

/** Returns a text with a range replaced. */
export const insertedIn = (text: string, { start, end }: TextRange, inserted: string): string =>
  text.slice(0, start) + inserted + text.slice(end);
