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

/**
 * `sent`: accepted. `refused`: permanently. `unsent`: the server refuses it now or does not answer, so it is tried again.
 * `uncertain`: it may have been accepted.
 */
export type MailOutcome = { state: 'sent' } | { state: 'refused' | 'unsent' | 'uncertain'; reason: string };

export interface Mailer {
  /** Whether mails become files for the operator to look at, as there is no mail server. */
  readonly isOutbox: boolean;
  /** Host and port of the mail server; null without one. Its pace is shared by all processes (domain/emails/pace.ts). */
  readonly server: string | null;
  /** Mails per minute that the operator allows (MAIL_RATE). */
  readonly limit: number | null;
  /**
   * Sends a mail once. `handOver` is called where the outcome can be in doubt: just before the last bytes leave, after
   * which the server may have accepted it. Where it gives false or throws they never leave.
   */
  send(mail: Mail, handOver?: HandOver): Promise<MailOutcome>;
}

export type HandOver = () => Promise<boolean>;
