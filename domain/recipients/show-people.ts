import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { iso } from '../shared/schemas.ts';
import { PERSON_OF } from './queries.ts';
import type { Recipient } from './schemas.ts';

interface Row {
  asked: string;
  id: string;
  recipientEmail: string | null;
  recipientName: string;
  createdAt: Date;
  count: number;
}

/** Returns the people with these recipients' addresses, in their order, as their latest certificates show them. Skips unknown ids. */
export async function showPeople({ em, organisationId }: DomainContext, ids: readonly string[]): Promise<Recipient[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select r.id as asked, o.id, latest.recipient_email as "recipientEmail", latest.recipient_name as "recipientName",
      latest.created_at as "createdAt", (
        select count(*)::int from certificates c where c.organisation_id = o.organisation_id and c.recipient_id = o.id
      ) as count
    from unnest(${[...ids]}::uuid[]) with ordinality as given (id, place)
    join recipients r on r.organisation_id = ${organisationId} and r.id = given.id
    cross join lateral (select ${PERSON_OF} as id) as person
    join recipients o on o.organisation_id = r.organisation_id and o.id = any(array(
      select person.id union all
      select m.recipient_id from recipient_merges m where m.organisation_id = r.organisation_id and m.person_id = person.id))
    cross join lateral (
      select c.recipient_email, c.recipient_name, c.created_at from certificates c
      where c.organisation_id = o.organisation_id and c.recipient_id = o.id order by c.id desc limit 1) as latest
    order by given.place, o.id <> person.id, o.mailbox`.execute(database(em()));
  return [...Map.groupBy(rows, ({ asked }) => asked).values()].flatMap(toPerson);
}

/** Returns a person from the rows of their addresses. The first one stands for the person. */
function toPerson(rows: readonly Row[]): Recipient[] {
  const [first, ...others] = rows;
  if (!first) return [];
  const latest = rows.reduce((newest, row) => (row.createdAt > newest.createdAt ? row : newest));
  return [
    {
      ...{ id: first.id, email: first.recipientEmail ?? '', name: latest.recipientName },
      otherAddresses: others.map(({ id, recipientEmail }) => ({ id, email: recipientEmail ?? '' })),
      certificateCount: rows.reduce((sum, { count }) => sum + count, 0),
      lastIssuedAt: iso(new Date(latest.createdAt)),
    },
  ];
}
