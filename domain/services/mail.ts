export interface MailAttachment {
  name: string;
  type: string;
  content: Uint8Array;
  /** Makes it an inline part that the HTML shows as `cid:` (RFC 2392). */
  contentId?: string;
}

export interface Mail {
  /** The same in every attempt, so that a receiver recognises a repetition (RFC 5322, 3.6.4). */
  messageId: string;
  senderName: string | null;
  to: { name: string; address: string };
  subject: string;
  /** Null in a mail of plain text. */
  html: string | null;
  text: string;
  attachments: MailAttachment[];
}

/** `sent`: accepted. `refused`: will never be. `unsent`: not accepted, may be tried again. `uncertain`: it may have been. */
export type MailOutcome = { state: 'sent' } | { state: 'refused' | 'unsent' | 'uncertain'; reason: string };

export interface Mailer {
  /** Whether mails become files for the operator to look at, as there is no mail server. */
  readonly isOutbox: boolean;
  /**
   * Sends a mail once. `handOver` is called where the outcome can be in doubt: just before the last bytes leave, after
   * which the server may have accepted it. Where it gives false or throws they never leave.
   */
  send(mail: Mail, handOver?: HandOver): Promise<MailOutcome>;
}

export type HandOver = () => Promise<boolean>;
