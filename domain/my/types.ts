/** A session of the recipients' place. */
export interface MySession {
  id: string;
  /** Mailbox whose link opened the session. */
  mailbox: string;
  /** All mailboxes of the place; the session's own is the first. */
  mailboxes: readonly string[];
}
