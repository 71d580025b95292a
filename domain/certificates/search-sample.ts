import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { lowestIdAt } from '../shared/pages.ts';

/** Number of evenly spaced times, each with the certificate that follows it. */
const SIZE = 200;
/** Length of the shortest word that the index finds. */
const TRIGRAM = 3;

/** Frequency of a text and its words in an organisation's certificates. */
export interface Sample {
  /** Ids of sampled certificates that contain the text. */
  matches: readonly string[];
  /** Words of the text that no sampled certificate contains. The index finds them faster than a text with frequent words. */
  rareWords: readonly string[];
}

/** Returns a sample of the certificates between two ids. */
export async function readSample(
  em: EntityManager,
  organisationId: string,
  folded: string,
  ids: readonly [string, string],
): Promise<Sample> {
  const [from = 0, to = 0] = ids.map(timeOf).sort((a, b) => a - b);
  const times = Array.from({ length: SIZE }, (_, n) => lowestIdAt(new Date(from + ((to - from) * n) / SIZE)));
  // In a match, every word except the first one starts after a space.
  const words = folded.split(/(?= )/).filter(({ length }) => length >= TRIGRAM);
  const { rows } = await sql<{ id: string; parts: string[] }>`
    select c.id, array(select part from unnest(${[folded, ...words]}::text[]) part where strpos(c.search_text, part) > 0) as parts
    from unnest(${times}::uuid[]) as time, lateral (
      select id, search_text from certificates
      where organisation_id = ${organisationId} and id >= time order by id limit 1) c`.execute(database(em));
  const having = (part: string) => rows.filter(({ parts }) => parts.includes(part));
  return {
    matches: having(folded).map(({ id }) => id),
    rareWords: words.filter((word) => having(word).length === 0),
  };
}

/** Returns the time in milliseconds at the start of a UUIDv7. */
const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
