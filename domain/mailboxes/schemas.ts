import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { MAIL_PORTS } from '../limits.ts';
import { oneLine, SafeString } from '../shared/schemas.ts';

/** Host name of two or more labels, of which the last is not a number: those would be spellings of an IP address. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

const isHost = (text: string): boolean => text.length <= 253 && (HOST.test(text) || isIP(text) !== 0);

/**
 * Returns a name in ASCII. The conversion would drop a port or a path, and resolve other spellings of an IP address. Those stay as they
 * are, and are rejected.
 */
function normalised(text: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return text;
  const ascii = domainToASCII(text.replace(/\.$/, ''));
  return isIP(text) || isIP(ascii) ? text : ascii;
}

const MailHost = oneLine(253).overwrite(normalised).refine(isHost, fault('not_a_mail_host'));

/** Own mail server of an organisation. */
export const SaveMailServer = z.strictObject({
  host: MailHost.describe('Host name or IP address of the server'),
  port: z.literal(MAIL_PORTS).describe('465 is encrypted from the start; the others by STARTTLS, which is required'),
  username: oneLine(320).describe('Name to sign in with; an empty string for a server without a sign-in'),
  password: SafeString.min(1)
    .max(1000)
    .optional()
    .describe('Omitted, the saved one is kept for the same server and name'),
});
export type SaveMailServer = z.infer<typeof SaveMailServer>;

const MailServerView = z.object({
  host: z.string(),
  port: z.literal(MAIL_PORTS),
  username: z.string().describe('Empty for a server without a sign-in'),
  isUsed: z
    .boolean()
    .describe("False while the sender's address is not confirmed. E-mails then leave by the installation's server"),
});
export const OwnMailServer = z.object({ server: MailServerView.nullable() });
export type OwnMailServer = z.infer<typeof OwnMailServer>;

export const SentServerTest = z.object({
  sentTo: z.string(),
  answer: z.string().describe("The server's words as it accepted the e-mail"),
});
