import type { Kysely } from 'kysely';
import { type Bound, database, statement, type Tables } from '../../database/sql.ts';
import { IS_RENEWED } from '../certificates/find-renewals.ts';
import { hasFormerHash, hasHash, selectWithVersion } from '../certificates/queries.ts';
import type { Services } from '../context.ts';
import { AUDITED, LEAVES, SEALS, toSeals } from '../seals/read-stored.ts';

/**
 * The only look-up without an organisation. The caller has the hash, 256 bits that cannot be guessed. A certificate is found even if a
 * related row was deleted; its verification then fails.
 */
const certificateByHash = statement((db, { hash }: Bound<{ hash: Uint8Array }>) =>
  selectFound(db).where(hasHash(hash)),
);

/** Selects certificates with all data that their verification needs. */
const selectFound = (db: Kysely<Tables>) =>
  selectWithVersion(db)
    .select(['t.name as currentTemplateName', 'v.language', 'o.organizationName', 'o.brandColor'])
    .select([SEALS.as('seals'), LEAVES.as('leaves'), AUDITED.as('audited'), IS_RENEWED.as('isRenewed')]);

/** Returns a certificate with all data that its verification needs; null for an unknown hash. */
export async function findByHash(services: Pick<Services, 'em'>, hash: string) {
  const [row] = await certificateByHash(services.em(), { hash: Buffer.from(hash, 'hex') });
  if (!row) return null;
  return { ...row, seals: toSeals(row.seals) };
}

/** Returns the certificate that a former hash leads to, with all data that its verification needs; null for an unknown hash. */
export async function findByFormerHash(services: Pick<Services, 'em'>, hash: string): Promise<Found | null> {
  const [row] = await certificateByFormerHash(services.em(), { hash: Buffer.from(hash, 'hex') });
  return row ? { ...row, seals: toSeals(row.seals) } : null;
}

/** Searches all organisations, as the hash cannot be guessed either. */
const certificateByFormerHash = statement((db, { hash }: Bound<{ hash: Uint8Array }>) =>
  selectFound(db).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('certificate_revisions as r')
        .select('r.revision')
        .whereRef('r.organisationId', '=', 'c.organisationId')
        .whereRef('r.certificateId', '=', 'c.id')
        .where(hasFormerHash(hash)),
    ),
  ),
);

/** Returns a page of an organisation's certificates, newest first, with all data that their verification needs. */
export async function findAfter(
  services: Pick<Services, 'em'>,
  { organisationId, before, limit }: { organisationId: string; before: string | undefined; limit: number },
): Promise<Found[]> {
  let query = selectFound(database(services.em()))
    .where('c.organisationId', '=', organisationId)
    .orderBy('c.id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('c.id', '<', before);
  return (await query.execute()).map((row) => ({ ...row, seals: toSeals(row.seals) }));
}

export type Found = NonNullable<Awaited<ReturnType<typeof findByHash>>>;
