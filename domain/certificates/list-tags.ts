import { sql } from 'kysely';
import { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';

/** Maximum tags of a list, in the order of their folded form. */
const MOST = 500;

export const UsedTags = z.object({ tags: z.array(z.string()) });

/** Returns the tags of the organisation's certificates, each in one spelling. Reads one row of the index per tag. */
export async function listTags({ em, organisationId }: DomainContext): Promise<z.infer<typeof UsedTags>> {
  const next = (after: ReturnType<typeof sql>) => sql`(
    select key, certificate_id from certificate_tags
    where organisation_id = ${organisationId} and key > ${after} order by key, certificate_id limit 1)`;
  const { rows } = await sql<{ tag: string }>`
    with recursive used as (
      ${next(sql`''`)}
      union all select following.* from used, lateral ${next(sql`used.key`)} as following
    )
    select shown.tag from (select * from used limit ${MOST}) as used, lateral (
      select given.tag from certificates c, unnest(c.tags) as given (tag)
      where c.organisation_id = ${organisationId} and c.id = used.certificate_id and search_letters(given.tag) = used.key
      limit 1) as shown
    order by used.key`.execute(database(em()));
  return { tags: rows.map(({ tag }) => tag) };
}
