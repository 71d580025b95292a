import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { lowestIdAt } from '../shared/pages.ts';

/** Moments between the first certificate and the last, and certificates that are looked at from each on. */
const MOMENTS = 100;
const LOOKED_AT = 2;
/** A word in more than one of so many is common. */
const COMMON = 10;

export interface Sample {
  /** The ids of those of it that have the text. */
  found: string[];
  /** How many of the organisation's certificates have the text, by their share in it. */
  expected: number;
  /** Patterns of SQL's LIKE for the words of the text: each is met wherever the text is found. */
  rareWords: string[];
  commonWords: string[];
}

/**
 * How frequent a searched text and its words are, by a sample of an organisation's certificates between two of them. The index of the
 * search has a list of certificates for each three letters, and compares those of a text: they are long where it has a word that most
 * certificates have, such as the prefix of a number or the domain of an address. A word that is not the first begins where it is found,
 * which the index knows, too: two letters are enough then.
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

/** The least ids of moments that are evenly between those of two certificates. */
function momentsBetween(ids: readonly [string, string]): string[] {
  const [from = 0, to = 0] = ids.map(timeOf).sort((a, b) => a - b);
  return Array.from({ length: MOMENTS }, (_, place) =>
    lowestIdAt(new Date(from + Math.floor(((to - from) * place) / MOMENTS))),
  );
}

/** The milliseconds that a UUIDv7 begins with. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
