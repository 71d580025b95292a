import addressparser from 'nodemailer/lib/addressparser';

export interface Mailbox {
  name: string;
  address: string;
}

/** Parses `address` or `Name <address>` (RFC 5322, 3.4); null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const [mailbox, ...more] = addressparser(text, { flatten: true });
  if (!mailbox?.address || more.length > 0 || !/^[^@\s]+@[^@\s]+$/.test(mailbox.address)) return null;
  return { name: mailbox.name ?? '', address: mailbox.address };
}
