import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { readSeals, type StoredSeal } from './check.ts';
import type { FileStatement } from './parse-statement.ts';

/** A seal in JSON. */
export interface JsonSeal {
  number: number;
  statement: string;
  keyId: string;
  signature: string;
  createdAt: string;
  logIndex: number | null;
  loggedAt: string | null;
}

/** Seals of a certificate `c`, in the order of their numbers. */
export const SEALS = sql<JsonSeal[]>`(
  select coalesce(json_agg(json_build_object('number', s.number, 'statement', s.statement, 'keyId', s.key_id,
    'signature', encode(s.signature, 'base64'), 'createdAt', s.created_at,
    'logIndex', s.log_index, 'loggedAt', s.logged_at) order by s.number), '[]')
  from seals s where s.organisation_id = c.organisation_id and s.certificate_id = c.id)`;

export const toSeals = (seals: readonly JsonSeal[]): StoredSeal[] =>
  seals.map(({ signature, createdAt, loggedAt, ...seal }) => ({
    ...seal,
    loggedAt: loggedAt === null ? null : new Date(loggedAt),
    signature: Buffer.from(signature, 'base64'),
    createdAt: new Date(createdAt),
  }));

/** Returns the signed statement about a certificate's files; null if it is missing or a seal is invalid. */
export async function readSealedFiles(
  services: Pick<Services, 'em' | 'signer'>,
  { organisationId, id, verificationHash }: { organisationId: string; id: string; verificationHash: Uint8Array },
): Promise<FileStatement | null> {
  const row = await database(services.em())
    .selectFrom('certificates as c')
    .select(SEALS.as('seals'))
    .where('c.organisationId', '=', organisationId)
    .where('c.id', '=', id)
    .executeTakeFirst();
  const hash = Buffer.from(verificationHash).toString('hex');
  return (row && readSeals(services, hash, toSeals(row.seals))?.files) ?? null;
}
