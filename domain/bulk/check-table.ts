import { Certificate } from '../../database/entities/certificate.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import { expiryIssues } from '../amending/rules.ts';
import { timeOfExpiry } from '../certificates/choose-term.ts';
import { matchNames } from '../certificates/match-names.ts';
import { stateOf } from '../certificates/state.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import type { ChangeExpiriesByTable } from './schemas.ts';

interface CheckedTable {
  /** Certificates in the order of the rows. */
  certificateIds: string[];
  /** Their new expiries, as given. */
  expiries: (string | null)[];
  /** Number of certificates that have another expiry now. */
  changed: number;
}

type Given = ChangeExpiriesByTable['rows'];

/**
 * Finds the certificates of a table of expiries. VALIDATION_ERROR with the faults of all rows: a name that is unknown or that several
 * certificates have, a repeated, revoked or failed certificate, and an expiry before the award.
 */
export async function checkTable(context: DomainContext, rows: Given): Promise<CheckedTable> {
  const found = await findRows(context, rows);
  const seen = new Set<string>();
  const issues: Detail[] = [];
  const checked: CheckedTable = { certificateIds: [], expiries: [], changed: 0 };
  for (const [index, { certificate: name, expiresAt }] of rows.entries()) {
    const path = `rows[${index}]`;
    const [row, ...others] = found.get(name) ?? [];
    const expiry = row ? timeOfExpiry(expiresAt, row.timeZone) : null;
    if (!row) issues.push(detail(`${path}.certificate`, 'unknown_certificate', { accepted: ACCEPTED }));
    else if (others.length > 0) issues.push(detail(`${path}.certificate`, 'several_certificates'));
    else if (seen.has(row.id)) issues.push(detail(`${path}.certificate`, 'repeated'));
    else issues.push(...faultsOf(row, context.now(), path), ...expiryIssues(expiry, row, `${path}.expiresAt`));
    if (!row) continue;
    seen.add(row.id);
    checked.certificateIds.push(row.id);
    checked.expiries.push(expiresAt);
    if (expiry?.getTime() !== row.expiresAt?.getTime()) checked.changed += 1;
  }
  if (issues.length > 0) throw validationError(issues);
  return checked;
}

const ACCEPTED = 'id, number, externalId or verification address';

function faultsOf(row: Certificate, now: Date, path: string): Detail[] {
  if (stateOf(row, now) === 'REVOKED') return [detail(`${path}.certificate`, 'revoked_unchangeable')];
  return row.renderStatus === 'FAILED' ? [detail(`${path}.certificate`, 'certificate_failed')] : [];
}

/** Returns at most two certificates with each name. Throws NotAuthenticError for rows that were changed outside Laurel. */
async function findRows(context: DomainContext, given: Given): Promise<Map<string, Certificate[]>> {
  const em = context.em();
  const matches = await matchNames(em, context, [...new Set(given.map(({ certificate }) => certificate))]);
  const ids = [...new Set([...matches.values()].flat())];
  const { organisationId } = context;
  const rows = await em.find(Certificate, { organisationId, id: { $in: ids } }, { refresh: true });
  for (const row of rows) assertAuthentic(context, 'certificates', row);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map([...matches].map(([name, own]) => [name, own.flatMap((id) => byId.get(id) ?? [])]));
}
