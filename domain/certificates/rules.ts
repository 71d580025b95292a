import type { Certificate } from '../../database/entities/certificate.ts';
import { type DomainError, refusal } from '../errors.ts';
import { stateOf } from './state.ts';

/** Returns the reason why a certificate cannot be e-mailed to an address, its own by default; null if it can. */
export const sendingFault = (row: Certificate, now: Date, address = row.recipientEmail): DomainError | null =>
  (stateOf(row, now) === 'REVOKED' && refusal('certificate_revoked')) ||
  (row.renderStatus === 'FAILED' && refusal('certificate_failed')) ||
  (!address && refusal('no_recipient_address')) ||
  null;
