export interface MailAttachment {
  name: string;
  type: string;
  content: Uint8Array;
  /** Content id of an inline part that the HTML shows as `cid:` (RFC 2392). */
  contentId?: string;
}

/** Mail server of an organisation. Connections are always encrypted. */
export interface MailServer {
  host: string;
  port: number;
  /** Null for a server without a sign-in. */
  login: { username: string; password: string } | null;
}

/** Key that signs a mail for a domain (DKIM, RFC 6376). */
export interface MailSignature {
  domain: string;
  selector: string;
  /** PKCS #8 as PEM. */
  privateKey: string;
}

export interface Mail {
  /** The same in every attempt, so that receivers recognise a repetition (RFC 5322, 3.6.4). */
  messageId: string;
  senderName: string | null;
  /** The organisation's own server; null for the installation's. */
  server: MailServer | null;
  /** Signature for the sender's domain; null for none. */
  signature: MailSignature | null;
  /**
   * Address that the mail is from; null for the installation's. The installation's server has its own address in the envelope in any case.
   */
  from: string | null;
  /** Address that gets a copy; null for none. */
  copyTo: string | null;
  /** Identifies the mail in reports of mail servers, as part of the envelope's sender; absent in mails that nobody follows. */
  bounceToken?: string;
  /** Address to which answers go; null for the sender's. */
  replyTo: string | null;
  to: { name: string; address: string };
  subject: string;
  /** Null in a plain-text mail. */
  html: string | null;
  text: string;
  attachments: MailAttachment[];
  /** Address that stops further mails of this kind by a POST (RFC 8058); absent in mails that somebody asked for. */
  unsubscribeUrl?: string;
}

/**
 * Outcome of sending a mail. `sent`: accepted, with the server's words if it had any. `refused`: permanently rejected. `unsent`:
 * temporarily rejected or no answer, so it is retried. `uncertain`: it may have been accepted.
 */
export type MailOutcome =
  | { state: 'sent'; answer?: string }
  | { state: 'refused' | 'uncertain'; reason: string }
  | {
      state: 'unsent';
      reason: string;
      /** True if the server refused only this recipient, and not the pace. */
      isAboutRecipient?: boolean;
    };

export interface Mailer {
  /** True if mails become files for the operator, because no mail server is configured. */
  readonly isOutbox: boolean;
  /** Host and port of the mail server; null without one. All processes share its pace (domain/emails/pace.ts). */
  readonly server: string | null;
  /** Maximum mails per minute, set by the operator (MAIL_RATE). */
  readonly limit: number | null;
  /**
   * Sends a mail once. Calls `handOver` just before the last bytes leave, after which the server may have accepted the mail. If it returns
   * false or throws, those bytes are not sent.
   */
  send(mail: Mail, handOver?: HandOver): Promise<MailOutcome>;
}

export type HandOver = () => Promise<boolean>;
