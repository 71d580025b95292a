/** Mailbox to which mail servers report (BOUNCE_IMAP_URL). */
export interface BounceMailbox {
  /** Passes unread messages to `take`, oldest first, and marks each as read once it has resolved. Throws if the mailbox is unavailable. */
  read(take: (message: Uint8Array) => Promise<void>): Promise<void>;
}
