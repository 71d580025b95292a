import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';

/** The ids of all organisations, the oldest first: each is an issuer, and their identifiers are public. */
export async function listOrganisationIds(services: Pick<Services, 'em'>): Promise<string[]> {
  const rows = await database(services.em()).selectFrom('organisations').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
