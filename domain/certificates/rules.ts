import type { Certificate, CertificateData } from '../../database/entities/certificate.ts';
import { type DomainError, refusal } from '../errors.ts';
import { stateOf } from './state.ts';

/** Returns the template's version from which a certificate was issued; null if it was imported without a template. */
export const versionOf = (
  row: Pick<CertificateData, 'templateOrganisationId' | 'templateId' | 'templateVersion'>,
): { organisationId: string; templateId: string; version: number } | null => {
  const { templateOrganisationId: organisationId, templateId, templateVersion: version } = row;
  return organisationId && templateId && version ? { organisationId, templateId, version } : null;
};

/** Returns the reason why a certificate cannot be e-mailed to an address, its own by default; null if it can. */
export const sendingFault = (row: Certificate, now: Date, address = row.recipientEmail): DomainError | null =>
  (stateOf(row, now) === 'REVOKED' && refusal('certificate_revoked')) ||
  (row.renderStatus === 'FAILED' && refusal('certificate_failed')) ||
  (!address && refusal('no_recipient_address')) ||
  null;
