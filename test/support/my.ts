import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ParsedMail } from 'mailparser';
import { database } from '../../database/sql.ts';
import { randomToken, sha256 } from '../../domain/shared/crypto.ts';
import { authenticate } from './authentic.ts';
import type { Laurel } from './laurel.ts';
import { type Mailbox, recipientsOf } from './mailbox.ts';
import { cookieOf } from './people.ts';
import { waitFor } from './wait-for.ts';

/** Setting with which each call of `placeOf` can come from another address, as links are limited by address. */
export const BEHIND_PROXY = { TRUST_PROXY: 'loopback' };

const someAddress = (): string => `10.${[...randomBytes(3)].join('.')}`;

interface Sent {
  cookie?: string;
  language?: string;
  headers?: Record<string, string>;
}

/** Returns calls of the recipients' place as a browser makes them. The product needs `BEHIND_PROXY`. */
export function placeOf(laurel: Laurel, mailbox: Mailbox) {
  const send = (path: string, method: string, { cookie, language = 'en', headers }: Sent, body?: URLSearchParams) =>
    fetch(`${laurel.url}/my${path}`, {
      ...{ method, redirect: 'manual' },
      headers: {
        ...{ 'X-Forwarded-For': someAddress(), 'Accept-Language': language },
        ...(body && { Origin: laurel.url }),
        ...(cookie && { Cookie: cookie }),
        ...headers,
      },
      ...(body && { body }),
    });
  const get = (path = '', sent: Sent = {}) => send(path, 'GET', sent);
  const post = (path: string, fields: Record<string, string>, sent: Sent = {}) =>
    send(path, 'POST', sent, new URLSearchParams(fields));
  const mailsTo = (address: string): ParsedMail[] =>
    mailbox.mails.filter((mail) => recipientsOf(mail).includes(address) && mail.text?.includes('/my/enter?token='));
  /** Requests a link, and returns its mail. */
  const linkMail = async (address: string, sent: Sent = {}, path = '/link'): Promise<ParsedMail> => {
    const before = mailsTo(address).length;
    await post(path, { email: address }, sent);
    const mails = await waitFor(
      `a link to ${address}`,
      () => mailsTo(address),
      ({ length }) => length > before,
    );
    return mails.at(-1) as ParsedMail;
  };
  /** Enters with a mailbox, and returns the cookie. */
  const enter = async (address: string): Promise<string> => {
    const token = tokenIn(await linkMail(address));
    return cookieOf(await post('/enter', { token }));
  };
  return { get, post, mailsTo, linkMail, enter };
}

/** Returns the token of the link in a mail. */
export const tokenIn = ({ text }: ParsedMail): string => /\/my\/enter\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

/** Writes the row of a link as the product does when it hands the mail over. Returns its token. */
export async function writeLink(
  { installation: { services } }: Laurel,
  mailbox: string,
  sessionId: string | null = null,
): Promise<string> {
  const token = randomToken(32).toString('base64url');
  const later = new Date(services.now().getTime() + 10 * 60_000);
  await sql`insert into my_links (id, purpose, mailbox, session_id, language, token_hash, created_at, expires_at, mac)
    values (gen_random_uuid(), ${sessionId === null ? 'ENTER' : 'ADD'}, ${mailbox}, ${sessionId}, 'en', ${sha256(token)},
      ${services.now()}, ${later}, '')`.execute(database(services.em()));
  await authenticate(services, 'my_links', sql`token_hash = ${sha256(token)}`);
  return token;
}
