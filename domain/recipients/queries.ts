import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the id of the recipient that stands for the person of recipient `r`. A merge with a recipient that has no certificates any more
 * does not count until it has some again.
 */
export const PERSON_OF: RawBuilder<string> = sql<string>`coalesce((
  select m.person_id from recipient_merges m
  join recipients p on p.organisation_id = m.organisation_id and p.id = m.person_id
  where m.organisation_id = r.organisation_id and m.recipient_id = r.id), r.id)`;
