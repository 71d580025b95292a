import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { readJsonTime } from '../../database/read-time.ts';
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

/** Leaves of a certificate `c` according to the index of the log. */
export const LEAVES = sql<{ number: number; logIndex: number }[]>`(
  select coalesce(json_agg(json_build_object('number', l.number, 'logIndex', l.log_index)), '[]')
  from log_leaves l where l.organisation_id = c.organisation_id and l.certificate_id = c.id)`;

/** Actions of the audit log that change the status, the expiry or the content of a certificate, each by a statement. */
const CHANGES = sql`('certificates.changeExpiry', 'certificates.correct', 'certificates.reinstate', 'certificates.revoke')`;

/** Number of changes of a certificate `c` according to the audit log. */
export const AUDITED = sql<number>`(
  select count(*) from audit_entries a where a.organisation_id = c.organisation_id and a.subject = c.id::text
    and a.action in ${CHANGES})`;

/**
 * Returns the ids of an organisation's certificates that changed according to the audit log. An entry that SQL wrote can have any subject.
 */
export const auditedIds = (organisationId: RawBuilder<string>) => sql`
  select case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end
  from audit_entries where organisation_id = ${organisationId} and action in ${CHANGES}`;

export const toSeals = (seals: readonly JsonSeal[]): StoredSeal[] =>
  seals.map(({ signature, createdAt, loggedAt, ...seal }) => ({
    ...seal,
    loggedAt: loggedAt === null ? null : readJsonTime(loggedAt),
    signature: Buffer.from(signature, 'base64'),
    createdAt: readJsonTime(createdAt),
  }));

/** Returns a certificate's seals in the order of their numbers. */
export async function findSeals(
  em: EntityManager,
  { organisationId, certificateId }: { organisationId: string; certificateId: string },
): Promise<StoredSeal[]> {
  return database(em)
    .selectFrom('seals')
    .select(['number', 'statement', 'keyId', 'signature', 'createdAt', 'logIndex', 'loggedAt'])
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', certificateId)
    .orderBy('number')
    .execute();
}

/** Returns the signed statement about a certificate's files; null if it is missing or a seal is invalid. */
export async function readSealedFiles(
  services: Pick<Services, 'em' | 'signer'>,
  { organisationId, id, verificationHash }: { organisationId: string; id: string; verificationHash: Uint8Array },
): Promise<FileStatement | null> {
  const seals = await findSeals(services.em(), { organisationId, certificateId: id });
  return readSeals(services, Buffer.from(verificationHash).toString('hex'), seals)?.files ?? null;
}
