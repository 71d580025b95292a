import type { HandOver, MailOutcome } from '../../../domain/ports/email.ts';

/** Message as it is transmitted. */
export interface WireMessage {
  messageId: string;
  envelope: { from: string; to: string[]; dsn?: Dsn };
  bytes: Buffer;
}

/** Reports that the server is asked for (RFC 3461), if it supports that. */
export interface Dsn {
  ret: 'HDRS';
  notify: ('SUCCESS' | 'FAILURE')[];
  /** Token that reports repeat, for a sender without one. */
  envid?: string;
  /** Address that reports name even if the recipient's server forwards the mail. */
  orcpt?: string;
}

export type Send = (message: WireMessage, handOver: HandOver) => Promise<MailOutcome>;
