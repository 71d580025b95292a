import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { PERSON_OF } from './queries.ts';

/** Returns the recipients of the same person as one of them: the one that stands for the person first. Empty for an unknown id. */
export async function findPerson(em: EntityManager, organisationId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with person as (
      select r.organisation_id, ${PERSON_OF} as id from recipients r where r.organisation_id = ${organisationId} and r.id = ${id})
    select id, true as "isFirst" from person
    union all
    select m.recipient_id, false from person
      join recipient_merges m on m.organisation_id = person.organisation_id and m.person_id = person.id
      join recipients o on o.organisation_id = m.organisation_id and o.id = m.recipient_id
    order by 2 desc`.execute(database(em));
  return rows.map((row) => row.id);
}
