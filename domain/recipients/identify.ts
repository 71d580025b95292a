import { mailboxOf } from '../shared/email-address.ts';
import { idOfName } from '../shared/ids.ts';

/** Recipient's row, which is written with a certificate. */
export interface RecipientRow {
  id: string;
  mailbox: string;
  /** Name on the latest certificate. */
  name: string;
}

/**
 * Returns an organisation's recipient with this e-mail address. The id is a name-based UUID (RFC 9562, 5.5) of the mailbox, so that issuing
 * needs no look-up. Throws a TypeError if the text is not an address.
 */
export function recipientOf(organisationId: string, address: string, name: string): RecipientRow {
  const mailbox = mailboxOf(address);
  if (mailbox === null) throw new TypeError('not an e-mail address');
  return { id: idOfName(organisationId, mailbox), mailbox, name };
}

/** Returns the id of the recipient with this address; null if the text is not an address. */
export function recipientIdOf(organisationId: string, address: string): string | null {
  const mailbox = mailboxOf(address);
  return mailbox && idOfName(organisationId, mailbox);
}

/** Sorts by id, so that concurrent transactions lock rows in the same order. */
export const inOrder = (rows: readonly RecipientRow[]): RecipientRow[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
