import type { Command } from 'commander';
import { type AccountEmail, Uuid } from '../../domain/shared/schemas.ts';
import { option, PageSize } from './options.ts';

export interface GivenPage {
  limit: string;
  cursor?: string;
}

export interface Page {
  limit: number;
  cursor: string | undefined;
}

/** Adds the options of a list that is printed in pages. */
export const withPages = (command: Command): Command =>
  command
    .option('--limit <number>', 'items per page, 1 to 1000', '100')
    .option('--cursor <cursor>', 'nextCursor of the previous page');

export const givenPage = ({ limit, cursor }: GivenPage, Cursor: typeof Uuid | typeof AccountEmail = Uuid): Page => ({
  limit: option(PageSize, 'limit', limit),
  cursor: option(Cursor.optional(), 'cursor', cursor),
});

/** Returns a page of a complete list, which is in the order of `keyOf`. `isAfter` compares an item's key with the cursor. */
export function pageOfAll<Item>(
  items: readonly Item[],
  { limit, cursor }: Page,
  { keyOf, isAfter }: { keyOf(item: Item): string; isAfter(key: string, cursor: string): boolean },
): { page: Item[]; nextCursor: string | null } {
  const rest = cursor === undefined ? items : items.filter((item) => isAfter(keyOf(item), cursor));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last !== undefined && rest.length > limit ? keyOf(last) : null };
}

/** Order of lists with the newest item first. */
export const NEWEST_FIRST = {
  keyOf: ({ id }: { id: string }): string => id,
  isAfter: (id: string, cursor: string): boolean => id < cursor,
};
