import { Certificate } from '../../database/entities/certificate.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import { matchNames } from '../certificates/match-names.ts';
import type { DomainContext } from '../context.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';

const ACCEPTED = 'id, number, externalId or verification address';

/** Certificate that a row of a table names, or the fault of its name. */
type Named = { row: Certificate; fault?: undefined } | { row?: undefined; fault: Detail };

/**
 * Returns the certificate that each row of a table names. Faults are names that are unknown or that several certificates have, and repeated
 * certificates. Throws NotAuthenticError for rows that were changed outside Laurel.
 */
export async function findNamed(context: DomainContext, names: readonly string[]): Promise<Named[]> {
  const em = context.em();
  const matches = await matchNames(em, context, [...new Set(names)]);
  const ids = [...new Set([...matches.values()].flat())];
  const { organisationId } = context;
  const rows = await em.find(Certificate, { organisationId, id: { $in: ids } }, { refresh: true });
  for (const row of rows) assertAuthentic(context, 'certificates', row);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  return names.map((name): Named => {
    const [row, ...others] = (matches.get(name) ?? []).flatMap((id) => byId.get(id) ?? []);
    if (!row) return { fault: detail('certificate', 'unknown_certificate', { accepted: ACCEPTED }) };
    if (others.length > 0) return { fault: detail('certificate', 'several_certificates') };
    if (seen.has(row.id)) return { fault: detail('certificate', 'repeated') };
    seen.add(row.id);
    return { row };
  });
}
