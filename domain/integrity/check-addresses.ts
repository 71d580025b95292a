import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { addressRows } from '../addresses/read.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import type { Violation } from './types.ts';

/**
 * Checks that the rows of the installation's addresses are authentic and complete. Each must begin when the previous one ends, and the last
 * must have no end.
 */
export async function addressViolations(services: Services): Promise<Violation[]> {
  const rows = await addressRows(services.em());
  const areSound = rows.every((row, at) => {
    const until = at === 0 ? row.fromAt : rows[at - 1]?.untilAt;
    const isInPlace = row.number === at + 1 && until?.getTime() === row.fromAt.getTime();
    return isInPlace && isAuthentic(services, 'addresses', row);
  });
  if (areSound && (rows.at(-1)?.untilAt === null || (rows.length === 0 && !(await hasCertificates(services)))))
    return [];
  const message = "rows of the installation's addresses are missing or were changed outside Laurel";
  return [{ invariant: 'authenticity', organisationId: null, id: null, message }];
}

/** Returns true if a certificate was issued, which happens only after an address was recorded. */
async function hasCertificates(services: Services): Promise<boolean> {
  const { rows } = await sql`select from certificates limit 1`.execute(database(services.em()));
  return rows.length > 0;
}
