import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';

/** Returns the rows of all recorded addresses, authentic or not, oldest first. */
export const addressRows = (em: EntityManager): Promise<Row<'addresses'>[]> =>
  database(em)
    .selectFrom('addresses')
    .select(['number', 'url', 'fromAt', 'untilAt', 'mac'])
    .orderBy('number')
    .execute();

/**
 * Returns the recorded addresses, oldest first. Omits and reports rows that were changed outside Laurel, so that the installation does not
 * vouch for a foreign address.
 */
export async function readAddresses(
  services: Pick<Services, 'em' | 'authenticator' | 'meter'>,
): Promise<Row<'addresses'>[]> {
  const rows = await addressRows(services.em());
  return rows.filter((row) => {
    if (isAuthentic(services, 'addresses', row)) return true;
    services.meter.security('a row of addresses was changed outside Laurel, and is ignored', { id: row.url });
    return false;
  });
}
