import type { FetchMessageObject, ImapFlow, ImapFlowOptions } from 'imapflow';
import type { BounceMailbox } from '../../domain/ports/bounce-mailbox.ts';

/** Time limit of a reading in ms, so that it ends before the next one (jobs/runner/start-runner.ts). */
const READING_MS = 50_000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Maximum messages per reading. */
const MESSAGES = 500;
/** Bytes fetched of a message. Reports state the rest first (domain/emails/read-report.ts). */
const MAX_BYTES = 256 * 1024;

/** Returns the mailbox of an address such as `imaps://user:password@host/INBOX`. */
export const makeBounceMailbox = (address: string): BounceMailbox => ({
  read: (take) => openMailbox(address, (client) => readUnread(client, take)),
});

/** Opens the mailbox and reads nothing. Throws the server's reason. */
export const probeBounceMailbox = (address: string): Promise<void> => openMailbox(address, async () => undefined);

async function openMailbox(address: string, work: (client: ImapFlow) => Promise<void>): Promise<void> {
  const { hostname, pathname } = new URL(address);
  // Loaded with the first reading, because most processes read no mailbox.
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client(optionsOf(new URL(address)));
  // Without a listener, an error between two commands would end the process. The next command rejects.
  client.on('error', () => undefined);
  const timer = setTimeout(() => client.close(), READING_MS);
  try {
    await client.connect();
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX');
    await work(client);
    await client.logout();
  } catch (error) {
    throw new Error(`BOUNCE_IMAP_URL: ${hostname}: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    client.close();
  }
}

async function readUnread(client: ImapFlow, take: (message: Uint8Array) => Promise<void>): Promise<void> {
  const unread = (await client.search({ seen: false }, { uid: true })) || [];
  for (const uid of unread.slice(0, MESSAGES)) {
    const message: FetchMessageObject | false = await client.fetchOne(
      String(uid),
      { source: { maxLength: MAX_BYTES } },
      { uid: true },
    );
    // Deleted since the search.
    if (message === false || message.source === undefined) continue;
    await take(message.source);
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  }
}

function optionsOf({ protocol, hostname, port, username, password }: URL): ImapFlowOptions {
  const isSecure = protocol === 'imaps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: Number(port) || (isSecure ? 993 : 143),
    secure: isSecure,
    // The password must not cross a network in clear text.
    ...(!isSecure && !LOOPBACK.test(host) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    ...TIMEOUTS,
  };
}

const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/;

/** Returns the server's words, or those of the failure. */
function reasonOf(error: unknown): string {
  const { responseText, message } = error as { responseText?: string; message?: string };
  return responseText ?? message ?? String(error);
}
