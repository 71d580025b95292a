import { createHmac, createSecretKey } from 'node:crypto';
import type { CertificateData } from '../../database/entities/certificate.ts';
import { hashedRecipient, identityDigest, type Recipient } from '../../proof/credential/index.ts';
import { mailboxOf } from '../shared/email-address.ts';

/**
 * Returns the salt of the recipient's digest. The credential publishes it; the nonce cannot be computed from it. A key object takes a
 * third of the time of plain bytes.
 */
const saltOf = (nonce: Uint8Array): string =>
  createHmac('sha256', createSecretKey(nonce)).update('recipient').digest('hex').slice(0, 32);

/** Returns the digest of an address's mailbox for the claims of the certificate with this nonce (hex); null without an address. */
export function recipientDigest(address: string | undefined, nonce: string): string | null {
  const mailbox = address === undefined ? null : mailboxOf(address);
  return mailbox === null ? null : identityDigest(mailbox, saltOf(Buffer.from(nonce, 'hex')));
}

/** Returns the recipient as the credential names them: the mailbox at the time of issue, or the name if there was no mailbox. */
export function credentialRecipient({ recipientDigest, recipientName, nonce }: CertificateData): Recipient {
  const salt = saltOf(nonce);
  if (recipientDigest) return { type: 'emailAddress', digest: Buffer.from(recipientDigest).toString('hex'), salt };
  return hashedRecipient('name', recipientName, salt);
}
