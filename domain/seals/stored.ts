import { sql } from 'kysely';
import type { StoredSeal } from './check.ts';

/** A seal as JSON has it. */
export interface JsonSeal {
  number: number;
  statement: string;
  keyId: string;
  signature: string;
  createdAt: string;
  logIndex: number | null;
  loggedAt: string | null;
}

/** The seals of a certificate `c`, in the order of their numbers. */
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
