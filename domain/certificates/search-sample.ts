import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { lowestIdAt } from '../shared/pages.ts';

/** Number of evenly spaced times in the sample, and certificates read from each. */
const MOMENTS = 100;
const LOOKED_AT = 2;
/** A word is common if more than one in this many certificates has it. */
const COMMON = 10;

export interface Sample {
  /** Ids of sampled certificates that contain the text. */
  found: string[];
  /** Estimated number of the organisation's certificates that contain the text. */
  expected: number;
  /** SQL LIKE patterns for the words of the text. Every match of the text matches all of them. */
  rareWords: string[];
  commonWords: string[];
}

/**
 * Estimates how frequent a searched text and its words are, from a sample of an organisation's certificates between two ids. The trigram
 * index has a list of certificates per trigram and intersects the lists of the text. Lists are long for words that most certificates have,
 * such as a number's prefix or an address's domain. Every word except the first starts a word in a match, which the index can use, so two
 * letters suffice for it.
 */
export async function lookAtSample(
  em: EntityManager,
  organisationId: string,
  text: string,
  ids: readonly [string, string],
): Promise<Sample> {
  const { rows } = await sql<Sample>`
    with sample as materialized (
      select distinct on (read.id) read.* from unnest(${momentsBetween(ids)}::uuid[]) as moment, lateral (
        select c.id, c.search_text from certificates c
        where c.organisation_id = ${organisationId} and c.id >= moment
        order by c.id limit ${LOOKED_AT}) read),
    words as (
      select distinct case place when 1 then '%' || word || '%' else '% ' || word || '%' end as pattern
      from unnest(string_to_array(ltrim(search_words(${text})), ' ')) with ordinality as w(word, place)),
    counted as (
      select pattern, count(*) filter (where search_text like pattern) * ${COMMON} > count(*) as is_common
      from words, sample where char_length(pattern) > 4 group by pattern)
    select array(select id::text from sample where search_text like search_pattern(${text})) as found,
      coalesce((select sum(times_used) from template_usage where organisation_id = ${organisationId})
        * (select avg((search_text like search_pattern(${text}))::int) from sample), 0)::float8 as expected,
      coalesce(array_agg(pattern) filter (where not is_common), '{}') as rare_words,
      coalesce(array_agg(pattern) filter (where is_common), '{}') as common_words
    from counted`.execute(database(em));
  return rows[0] ?? { found: [], expected: 0, rareWords: [], commonWords: [] };
}

/** Returns the lowest ids at evenly spaced times between two certificates. */
function momentsBetween(ids: readonly [string, string]): string[] {
  const [from = 0, to = 0] = ids.map(timeOf).sort((a, b) => a - b);
  return Array.from({ length: MOMENTS }, (_, place) =>
    lowestIdAt(new Date(from + Math.floor(((to - from) * place) / MOMENTS))),
  );
}

/** Returns the time in milliseconds at the start of a UUIDv7. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
