import { sql } from 'kysely';
import { type Bound, statement } from '../../database/sql.ts';
import { CERTIFICATE_COLUMNS } from '../certificates/columns.ts';
import type { Services } from '../context.ts';
import type { StoredSeal } from '../seals/check.ts';

/** The one look-up that names no organisation: the hash, 256 bits that nobody can guess, is what the caller has. */
const certificateByHash = statement((db, { hash }: Bound<{ hash: Uint8Array }>) =>
  db
    .selectFrom('certificates as c')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.organisationId', '=', 'c.templateOrganisationId').onRef('t.id', '=', 'c.templateId'),
    )
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 'c.templateVersion'),
    )
    .innerJoin('organisations as o', 'o.id', 'c.organisationId')
    .leftJoin('status_lists as l', 'l.organisationId', 'c.organisationId')
    .select(CERTIFICATE_COLUMNS)
    .select(['t.name as currentTemplateName', 't.mark as templateMark', 'v.digest as templateDigest', 'v.language'])
    .select(['o.organizationName', 'o.websiteUrl', 'o.brandColor', 'o.logoUrl', 'o.logoToken', 'o.mark as issuerMark'])
    .select('l.secret as statusSecret')
    .select([sql<string>`v.xmin::text || v.ctid::text`.as('designPlace'), SEALS.as('seals')])
    .where('c.verificationHash', '=', hash),
);

const SEALS = sql<StoredJson[]>`(
  select coalesce(json_agg(json_build_object('number', s.number, 'statement', s.statement, 'keyId', s.key_id,
    'signature', encode(s.signature, 'base64'), 'createdAt', s.created_at,
    'logIndex', s.log_index, 'loggedAt', s.logged_at) order by s.number), '[]')
  from seals s where s.organisation_id = c.organisation_id and s.certificate_id = c.id)`;

/** As JSON has it. */
interface StoredJson {
  number: number;
  statement: string;
  keyId: string;
  signature: string;
  createdAt: string;
  logIndex: number | null;
  loggedAt: string | null;
}

/** A certificate with all that its verification needs; null for an unknown hash. */
export async function findByHash(services: Pick<Services, 'em'>, hash: string) {
  const [row] = await certificateByHash(services.em(), { hash: Buffer.from(hash, 'hex') });
  if (!row) return null;
  const seals = row.seals.map(
    ({ signature, createdAt, loggedAt, ...seal }): StoredSeal => ({
      ...seal,
      loggedAt: loggedAt === null ? null : new Date(loggedAt),
      signature: Buffer.from(signature, 'base64'),
      createdAt: new Date(createdAt),
    }),
  );
  return { ...row, seals };
}

export type Found = NonNullable<Awaited<ReturnType<typeof findByHash>>>;
