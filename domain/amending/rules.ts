import type { CertificateData } from '../../database/entities/certificate.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import { lastIssues } from '../certificates/choose-term.ts';
import { stateOf } from '../certificates/state.ts';
import { refusal } from '../errors.ts';
import { startOfDay } from '../shared/calendar.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { versionVariables } from '../templates/read-variables.ts';

/** Throws CONFLICT for a certificate that is revoked or could not be rendered. */
export function assertAmendable(row: CertificateData, now: Date): void {
  if (stateOf(row, now) === 'REVOKED') throw refusal('certificate_revoked');
  if (row.renderStatus === 'FAILED') throw refusal('certificate_failed');
}

/** Returns the values of a certificate that a version still has. */
export function keptValues(
  { variables }: Pick<CertificateData, 'variables'>,
  template: IssuableVersion,
): Readonly<Record<string, string>> {
  const names = new Set(versionVariables(template).map(({ name }) => name));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => names.has(name)));
}

/** Returns the fault of an expiry that is not after the award, or too late. */
export const expiryIssues = (
  expiresAt: Date | null,
  { awardedOn, timeZone }: Pick<CertificateData, 'awardedOn' | 'timeZone'>,
  path: string,
): Detail[] =>
  expiresAt && expiresAt <= startOfDay(awardedOn, timeZone)
    ? [detail(path, 'before_award', { awardedOn })]
    : lastIssues(expiresAt, path);
