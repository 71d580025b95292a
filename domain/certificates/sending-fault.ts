import type { Certificate } from '../../database/entities/certificate.ts';
import type { ErrorDetail } from '../errors.ts';
import { stateOf } from './state.ts';

/** Why a certificate can't be e-mailed; null where it can. */
export const sendingFault = (row: Certificate, now: Date): ErrorDetail | null =>
  (!row.recipientEmail && { path: 'recipientEmail', message: 'the certificate has no recipient e-mail address' }) ||
  (stateOf(row, now) === 'REVOKED' && { path: 'status', message: 'the certificate is revoked' }) ||
  (row.renderStatus === 'FAILED' && { path: 'renderStatus', message: 'the certificate could not be rendered' }) ||
  null;
