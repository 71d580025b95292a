import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, database, statement } from '../../database/sql.ts';
import { printedAddressOf } from '../addresses/choose-address.ts';
import { verificationUrl } from '../addresses/link-verification.ts';
import type { Services } from '../context.ts';
import { coveredAs, isJoinedAuthentic } from '../shared/authentic-rows.ts';

/** Returns the ids of the renewals of certificates, by the ids of these. A renewal that could not be rendered does not count. */
export async function renewalIds(
  em: EntityManager,
  { organisationId, ids }: { organisationId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database(em)
    .selectFrom('certificates')
    .select(['id', 'renewalOf'])
    .where('organisationId', '=', organisationId)
    // Repeats the predicate of the partial index.
    .where('renewalOf', 'is not', null)
    .where(sql<boolean>`renewal_of = any(${[...ids]}::uuid[])`)
    .where('renderStatus', '<>', 'FAILED')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ id, renewalOf }) => [renewalOf ?? '', id]));
}

/** Condition that a certificate `c` has a renewal. */
export const IS_RENEWED = sql<boolean>`exists (select from certificates n
  where n.organisation_id = c.organisation_id and n.renewal_of = c.id and n.renewal_of is not null and n.render_status <> 'FAILED')`;

const renewalOfCertificate = statement((db, { organisationId, id }: Bound<{ organisationId: string; id: string }>) =>
  db
    .selectFrom('certificates as n')
    .select(coveredAs('n', 'certificates', 'own'))
    .where('n.organisationId', '=', organisationId)
    .where('n.renewalOf', 'is not', null)
    .where('n.renewalOf', '=', id)
    .where('n.renderStatus', '<>', 'FAILED')
    .orderBy('n.id')
    .limit(1),
);

/** Returns the verification page of a certificate's renewal; null without one, and for a link that was written outside Laurel. */
export async function findRenewalUrl(
  services: Services,
  certificate: { organisationId: string; id: string },
): Promise<string | null> {
  const [row] = await renewalOfCertificate(services.em(), certificate);
  if (!row) return null;
  if (!isJoinedAuthentic(services, 'certificates', 'own', row)) {
    services.meter.security('a renewal was not shown: it was changed outside Laurel', certificate);
    return null;
  }
  const { ownVerificationHash: hash, ownAddress: address } = row;
  const { organisationId } = certificate;
  return verificationUrl(printedAddressOf(services, { organisationId, address }), Buffer.from(hash).toString('hex'));
}
