import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { lowestIdAt } from '../shared/pages.ts';

/** Moments between an organisation's first certificate and its last, and certificates that are looked at from each on. */
const MOMENTS = 10;
const LOOKED_AT = 20;
/** A word in more than one of so many is common. */
const COMMON = 10;

/**
 * The words of a searched text, folded as the searched texts are, that few of an organisation's certificates have, by a sample of
 * them; null where that leaves no word or all of them. The index of the search has a list for each three letters, and compares
 * those of the whole text: without a word that most certificates have, as a prefix of numbers or the domain of addresses, they
 * are short. Words of one or two letters have no list.
 */
export async function rareWords(em: EntityManager, organisationId: string, text: string): Promise<string[] | null> {
  const { rows } = await sql<{ word: string; isCommon: boolean }>`
    with sample as materialized (
      select read.search_text from unnest(${await moments(em, organisationId)}::uuid[]) as moment, lateral (
        select c.search_text from certificates c
        where c.organisation_id = ${organisationId} and c.id >= moment
        order by c.id limit ${LOOKED_AT}) read)
    select word, (select count(*) filter (where search_text like '%' || word || '%') * ${COMMON} > count(*) from sample) as is_common
    from (select distinct word from unnest(string_to_array(search_words(${text}), ' ')) word) words
    where char_length(word) > 2`.execute(database(em));
  const rare = rows.filter(({ isCommon }) => !isCommon);
  return rare.length === 0 || rare.length === rows.length ? null : rare.map(({ word }) => word);
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
