import type { HandOver, MailOutcome } from '../../../domain/services/mail.ts';

/** Message as it is transmitted. */
export interface WireMessage {
  messageId: string;
  envelope: { from: string; to: string[] };
  bytes: Buffer;
}

export type Send = (message: WireMessage, handOver: HandOver) => Promise<MailOutcome>;
