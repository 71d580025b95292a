import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * The verification hash (hexadecimal) of the certificate with an id, for whoever has a certificate that shows the id alone.
 * NOT_FOUND where there is none. An id has 74 random bits, and the caller is limited by address like one who guesses hashes.
 */
export async function findVerificationHash(services: Services, { id }: { id: string }): Promise<string> {
  const [row] = await hashById(services.em(), { id });
  if (!row) throw notFound();
  return Buffer.from(row.verificationHash).toString('hex');
}

/** Names no organisation: each one's primary key is looked at, which needs no index of ids alone. */
const hashById = statement((db, { id }: Bound<{ id: string }>) =>
  db
    .selectFrom('organisations as o')
    .innerJoin('certificates as c', 'c.organisationId', 'o.id')
    .select('c.verificationHash')
    .where('c.id', '=', id),
);
