import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { Uuid } from '../shared/schemas.ts';
import { hasFormerHash, hasHash } from './queries.ts';
import { hashIn } from './search-text.ts';

/** Matches of a name that are read. Two show that it is ambiguous, and an external id can be that of every certificate. */
const READ = 2;

/**
 * Returns the ids of the certificates with each name, at most two: an id, a number, an external id, or a verification hash or address, also
 * of a former revision. A name without a certificate is missing.
 */
export async function matchNames(
  em: EntityManager,
  { organisationId }: DomainContext,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const ids = names.map((name) => (Uuid.safeParse(name).success ? name : null));
  const hashes = names.map(hashIn);
  const { rows } = await sql<{ name: string; id: string }>`
    select given.name, found.id
    from unnest(${[...names]}::text[], ${ids}::uuid[], ${hashes}::bytea[]) as given (name, id, hash)
    cross join lateral (
      select c.id from certificates c where c.organisation_id = ${organisationId} and c.id = given.id
      union select c.id from certificates c where c.organisation_id = ${organisationId} and c.number = given.name
      union (select c.id from certificates c where c.organisation_id = ${organisationId}
        and c.external_id = given.name order by c.id limit ${READ})
      union select c.id from certificates c where c.organisation_id = ${organisationId} and ${hasHash(sql`given.hash`)}
      union select r.certificate_id from certificate_revisions r where r.organisation_id = ${organisationId}
        and ${hasFormerHash(sql`given.hash`)}
      limit ${READ}
    ) found`.execute(database(em));
  const matches = [...Map.groupBy(rows, ({ name }) => name)];
  return new Map(matches.map(([name, found]) => [name, found.map(({ id }) => id)]));
}
