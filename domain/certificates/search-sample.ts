import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { lowestIdAt } from '../shared/pages.ts';

/** Moments between an organisation's first certificate and its last, and certificates that are looked at from each on. */
const MOMENTS = 10;
const LOOKED_AT = 20;
/** A word in more than one of so many is common. */
const COMMON = 10;

export interface Sample {
  /** Whether any of it has the text. */
  hasText: boolean;
  /** Patterns of SQL's LIKE for the words of the text: each is met wherever the text is found. */
  rareWords: string[];
  commonWords: string[];
}

/**
 * How frequent a searched text and its words are, by a sample of an organisation's certificates. The index of the search has a list
 * of certificates for each three letters, and compares those of a text: they are long where it has a word that most certificates
 * have, such as the prefix of a number or the domain of an address. A word that is not the first begins where it is found, which the
 * index knows, too: two letters are enough then.
 */
export async function lookAtSample(em: EntityManager, organisationId: string, text: string): Promise<Sample> {
  const { rows } = await sql<Sample>`
    with sample as materialized (
      select read.search_text from unnest(${await moments(em, organisationId)}::uuid[]) as moment, lateral (
        select c.search_text from certificates c
        where c.organisation_id = ${organisationId} and c.id >= moment
        order by c.id limit ${LOOKED_AT}) read),
    words as (
      select distinct case place when 1 then '%' || word || '%' else '% ' || word || '%' end as pattern
      from unnest(string_to_array(ltrim(search_words(${text})), ' ')) with ordinality as w(word, place)),
    counted as (
      select pattern, count(*) filter (where search_text like pattern) * ${COMMON} > count(*) as is_common
      from words, sample where char_length(pattern) > 4 group by pattern)
    select exists (select from sample where search_text like search_pattern(${text})) as has_text,
      coalesce(array_agg(pattern) filter (where not is_common), '{}') as rare_words,
      coalesce(array_agg(pattern) filter (where is_common), '{}') as common_words
    from counted`.execute(database(em));
  return rows[0] ?? { hasText: false, rareWords: [], commonWords: [] };
}

/** The least ids of moments that are evenly between an organisation's first certificate and its last. */
async function moments(em: EntityManager, organisationId: string): Promise<string[]> {
  const ids = database(em)
    .selectFrom('certificates')
    .select('id')
    .where('organisationId', '=', organisationId)
    .limit(1);
  const [first, last] = await Promise.all([
    ids.orderBy('id', 'asc').executeTakeFirst(),
    ids.orderBy('id', 'desc').executeTakeFirst(),
  ]);
  if (!first || !last) return [];
  const [from, to] = [timeOf(first.id), timeOf(last.id)];
  return Array.from({ length: MOMENTS }, (_, place) =>
    lowestIdAt(new Date(from + Math.floor(((to - from) * place) / MOMENTS))),
  );
}

/** The milliseconds that a UUIDv7 begins with. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
