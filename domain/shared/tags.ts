import { sql } from 'kysely';

/** Returns the condition that a column of tags has a tag, without regard to case and accents. */
export const hasTag = (column: string, tag: string) =>
  sql<boolean>`exists (select from unnest(${sql.ref(column)}) as given (tag) where search_letters(given.tag) = search_letters(${tag}))`;
