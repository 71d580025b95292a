import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Bound, database, statement } from '../../database/sql.ts';
import { stateOf } from '../certificates/state.ts';
import { type DomainContext, inOrganisation, type Services } from '../context.ts';
import { readEditions, readSeals, type StoredSeal } from '../seals/check.ts';
import { revocationOf } from '../seals/parse-statement.ts';
import { AUDITED, auditedIds, SEALS, toSeals } from '../seals/read-stored.ts';
import { coveredAs, isJoinedAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { atMost } from '../shared/entries.ts';
import { isSandbox } from '../shared/ids.ts';
import type { StatusIndex } from './assign-status-index.ts';

/** Verified signatures. A list is signed every 10 s, and statements never change. */
const verified = new LRUCache<string, true>(atMost(100_000));
/** Certificates processed before yielding to other requests. */
const CHUNK = 50;

/**
 * Certificates whose row, statements, log leaves or audit entries record a status change. Each source has its own index of them, so that
 * changing one source hides no certificate.
 */
const changedCertificates = statement((db, { organisationId }: Bound<{ organisationId: string }>) =>
  db
    .selectFrom('certificates as c')
    .select(coveredAs('c', 'certificates', 'row'))
    .select([SEALS.as('seals'), LAST_LEAF.as('lastLeaf'), AUDITED.as('audited')])
    .where('c.organisationId', '=', organisationId)
    .where(sql<boolean>`c.id in (
      select id from certificates where organisation_id = ${organisationId} and statement_number > 0
      union select certificate_id from seals where organisation_id = ${organisationId} and number > 0
      union select certificate_id from log_leaves where organisation_id = ${organisationId} and number > 0
      union ${auditedIds(organisationId)})`),
);

const LAST_LEAF = sql<number>`(
  select coalesce(max(l.number), 0) from log_leaves l where l.organisation_id = c.organisation_id and l.certificate_id = c.id)`;

type Changed = Omit<Awaited<ReturnType<typeof changedCertificates>>[number], 'seals'> & { seals: StoredSeal[] };

/**
 * Returns the revoked indexes of an organisation's list, according to the last statement about each certificate. If statements are missing,
 * the authenticated row decides. If the row is not authentic either, the index counts as revoked. Missing statements are reported. Throws
 * NotAuthenticError if a certificate with changes was deleted, because nothing else has its index.
 */
export async function revokedIndexes(
  services: Services,
  { organisationId, list }: { organisationId: string; list: number },
): Promise<number[]> {
  if (!isSandbox(organisationId)) await assertNoneDeleted(services, organisationId);
  const rows = await changedCertificates(services.em(), { organisationId });
  const context = inOrganisation(services, organisationId);
  const indexes: number[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % CHUNK === CHUNK - 1) await yieldToOthers();
    const places = revokedPlaces(context, { ...row, seals: toSeals(row.seals) });
    indexes.push(...places.filter((place) => place.list === list).map(({ index }) => index));
  }
  return indexes;
}

/** Throws unless each certificate that changed according to the log or the audit log exists. Only sandboxes delete certificates. */
async function assertNoneDeleted(services: Services, organisationId: string): Promise<void> {
  const { rows } = await sql`
    select from (
      select certificate_id as id from log_leaves where organisation_id = ${organisationId} and number > 0
      union ${auditedIds(sql.val(organisationId))}
    ) changed
    where id is not null
      and not exists (select from certificates c where c.organisation_id = ${organisationId} and c.id = changed.id)
    limit 1`.execute(database(services.em()));
  if (rows.length > 0) throw new NotAuthenticError('certificates');
}

/**
 * Returns the places of a certificate's revoked credentials, as signed in the statements about its files: all of a revoked certificate, and
 * the closed ones of any other.
 */
function revokedPlaces(services: DomainContext, row: Changed): StatusIndex[] {
  const hash = Buffer.from(row.rowVerificationHash).toString('hex');
  const sealed = readSeals(cachedSigner(services), hash, row.seals);
  const last = row.seals.at(-1)?.number ?? 0;
  const recorded = Math.max(row.lastLeaf, row.audited);
  if (sealed && last >= row.rowStatementNumber && last >= recorded) {
    const isRevoked = isRevokedAs(services, revocationOf(sealed.status));
    return (isRevoked ? sealed.editions : sealed.closed).map(({ status }) => status);
  }
  services.meter.security('statements about the status of a certificate are missing or were changed', {
    ...{ organisationId: row.rowOrganisationId, id: row.rowId },
  });
  const isKnown = isJoinedAuthentic(services, 'certificates', 'row', row) && row.rowStatementNumber >= recorded;
  const isRevoked = !isKnown || isRevokedAs(services, { revokedAt: row.rowRevokedAt });
  return isRevoked ? readEditions(cachedSigner(services), row.seals).map(({ status }) => status) : [];
}

const isRevokedAs = (services: Services, row: { revokedAt: Date | null }): boolean =>
  stateOf(row, services.now()) === 'REVOKED';

/** Returns a signer that caches verified signatures. The keys of sandboxes must not vouch for other organisations. */
const cachedSigner = ({ signer, organisationId }: DomainContext): Parameters<typeof readSeals>[0] => ({
  signer: {
    verify(keyId, message, signature) {
      const name = `${organisationId} ${keyId} ${Buffer.from(signature).toString('base64')} ${Buffer.from(message).toString('latin1')}`;
      if (verified.has(name)) return true;
      const isValid = signer.verify(keyId, message, signature);
      if (isValid) verified.set(name, true);
      return isValid;
    },
  },
});
