import type { Certificate } from '../../database/entities/certificate.ts';
import { type DomainError, refusal } from '../errors.ts';
import { stateOf } from './state.ts';

/** Returns why a certificate can't be e-mailed; null where it can. */
export const sendingFault = (row: Certificate, now: Date): DomainError | null =>
  (stateOf(row, now) === 'REVOKED' && refusal('certificate_revoked')) ||
  (row.renderStatus === 'FAILED' && refusal('certificate_failed')) ||
  (!row.recipientEmail && refusal('no_recipient_address')) ||
  null;
