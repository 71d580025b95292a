import { sql } from 'kysely';
import { type Bound, statement } from '../../database/sql.ts';
import { decodeShortCode } from '../addresses/encode-short-code.ts';
import { hashBegins } from '../certificates/queries.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Returns the verification hash (hexadecimal) of a certificate by its id, for people whose certificate shows only the id. NOT_FOUND for an
 * unknown id. Ids have 74 random bits, and callers are rate-limited by address, as for hashes.
 */
export async function findVerificationHash(services: Services, { id }: { id: string }): Promise<string> {
  const [row] = await hashById(services.em(), { id });
  if (!row) throw notFound();
  return Buffer.from(row.verificationHash).toString('hex');
}

/**
 * Returns the verification hash (hexadecimal) of a certificate by the code of its short address. NOT_FOUND for an unknown code. Codes have
 * 128 bits of the hash.
 */
export async function findHashByShortCode(services: Services, { code }: { code: string }): Promise<string> {
  const prefix = decodeShortCode(code);
  const [row] = prefix
    ? [...(await hashByPrefix(services.em(), { prefix })), ...(await formerHashByPrefix(services.em(), { prefix }))]
    : [];
  if (!row) throw notFound();
  return Buffer.from(row.verificationHash).toString('hex');
}

const hashByPrefix = statement((db, { prefix }: Bound<{ prefix: Uint8Array }>) =>
  db.selectFrom('certificates as c').select('c.verificationHash').where(hashBegins(prefix)),
);

const formerHashByPrefix = statement((db, { prefix }: Bound<{ prefix: Uint8Array }>) =>
  db
    .selectFrom('certificate_revisions as r')
    .select('r.verificationHash')
    .where(sql<boolean>`substring(r.verification_hash from 1 for 16) = ${prefix}`),
);

/** Searches all organisations by their primary keys, so that no index of ids alone is needed. */
const hashById = statement((db, { id }: Bound<{ id: string }>) =>
  db
    .selectFrom('organisations as o')
    .innerJoin('certificates as c', 'c.organisationId', 'o.id')
    .select('c.verificationHash')
    .where('c.id', '=', id),
);
