import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';

/** Returns the ids of all organisations, oldest first. Each is an issuer, so the ids are public. */
export async function listOrganisationIds(services: Pick<Services, 'em'>): Promise<string[]> {
  const rows = await database(services.em()).selectFrom('organisations').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
