import type { CertificateData } from '../../database/entities/certificate.ts';
import { below, type Detail, detail } from '../../errors/detail.ts';
import { expiryIssues } from '../amending/rules.ts';
import { timeOfExpiry } from '../certificates/choose-term.ts';
import { stateOf } from '../certificates/state.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { findNamed } from './find-named.ts';
import type { ChangeExpiriesByTable } from './schemas.ts';

interface CheckedExpiries {
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
export async function checkExpiries(context: DomainContext, rows: Given): Promise<CheckedExpiries> {
  const found = await findNamed(
    context,
    rows.map(({ certificate }) => certificate),
  );
  const issues: Detail[] = [];
  const checked: CheckedExpiries = { certificateIds: [], expiries: [], changed: 0 };
  for (const [index, { expiresAt }] of rows.entries()) {
    const path = `rows[${index}]`;
    const { row, fault } = found[index] ?? {};
    if (fault) issues.push(...below(path, [fault]));
    if (!row) continue;
    const expiry = timeOfExpiry(expiresAt, row.timeZone);
    issues.push(...faultsOf(row, context.now(), path), ...expiryIssues(expiry, row, `${path}.expiresAt`));
    checked.certificateIds.push(row.id);
    checked.expiries.push(expiresAt);
    if (expiry?.getTime() !== row.expiresAt?.getTime()) checked.changed += 1;
  }
  if (issues.length > 0) throw validationError(issues);
  return checked;
}

function faultsOf(row: CertificateData, now: Date, path: string): Detail[] {
  if (stateOf(row, now) === 'REVOKED') return [detail(`${path}.certificate`, 'certificate_revoked')];
  return row.renderStatus === 'FAILED' ? [detail(`${path}.certificate`, 'certificate_failed')] : [];
}
