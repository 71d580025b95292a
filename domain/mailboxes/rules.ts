import type { Organisation } from '../../database/entities/organisation.ts';

/** Use of a mailbox for an organisation's e-mails: their sender, or copies of them. */
export const PURPOSES = ['SENDER', 'BCC'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A mailbox that was asked to confirm its use. */
export interface Mailbox {
  address: string;
  /** Time of the question. Another question ends the links of earlier ones. */
  askedAt: Date;
  isConfirmed: boolean;
}

/** Returns the mailbox of a purpose; null without one. */
export function mailboxFor(row: Organisation, purpose: Purpose): Mailbox | null {
  const [address, askedAt, isConfirmed] =
    purpose === 'SENDER'
      ? [row.senderAddress, row.senderAskedAt, row.senderConfirmed]
      : [row.emailBcc, row.bccAskedAt, row.bccConfirmed];
  return address && askedAt ? { address, askedAt, isConfirmed } : null;
}

/** Returns the address of a confirmed mailbox; null without one. */
export function confirmedAddress(row: Organisation, purpose: Purpose): string | null {
  const mailbox = mailboxFor(row, purpose);
  return mailbox?.isConfirmed ? mailbox.address : null;
}

/** Records that a mailbox is asked, or has confirmed. */
export function setMailbox(
  row: Organisation,
  purpose: Purpose,
  state: { askedAt?: Date | null; confirmed: boolean },
): void {
  if (purpose === 'SENDER') {
    row.senderConfirmed = state.confirmed;
    if (state.askedAt !== undefined) row.senderAskedAt = state.askedAt;
  } else {
    row.bccConfirmed = state.confirmed;
    if (state.askedAt !== undefined) row.bccAskedAt = state.askedAt;
  }
}
