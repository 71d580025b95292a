import type { CertificateData } from '../../database/entities/certificate.ts';
import { stateOf } from '../certificates/state.ts';
import { refusal } from '../errors.ts';

/** Requests in 24 hours for one certificate, and by one mailbox in an organisation. */
export const DAILY_LIMITS = { certificate: 3, mailbox: 20 } as const;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws CONFLICT for a certificate that no correction can change. */
export function assertAskable(row: CertificateData, now: Date): void {
  if (stateOf(row, now) === 'REVOKED') throw refusal('certificate_revoked');
  if (row.renderStatus === 'FAILED') throw refusal('certificate_failed');
}

/** Returns a text of a form with the line ends of stored texts. Browsers send CR LF. */
export const withLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Returns the proposed values of a request's row. */
export const proposedOf = ({ proposed }: { proposed: string }): Record<string, string> => JSON.parse(proposed);
