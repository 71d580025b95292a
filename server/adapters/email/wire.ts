import type { HandOver, MailOutcome } from '../../../domain/ports/email.ts';

/** Message as it is transmitted. */
export interface WireMessage {
  messageId: string;
  envelope: { from: string; to: string[] };
  bytes: Buffer;
}

export type Send = (message: WireMessage, handOver: HandOver) => Promise<MailOutcome>;
