import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import type { MailServer } from '../../../domain/ports/email.ts';
import { makePermits, makeResolve, permittedLookup, type Resolve, refused } from '../public-addresses.ts';
import { sendBySmtp } from './smtp.ts';
import type { Send } from './wire.ts';

/** Time limit in ms of a connection attempt, and of a whole delivery. A server could otherwise hold its slot with one byte at a time. */
const CONNECT_MS = 10_000;
const DEADLINE_MS = 60_000;
/** Time in ms that a server has to close the connection after the end. */
const CLOSE_MS = 5_000;

/**
 * Returns senders for the servers that organisations choose. A name is resolved once, its addresses are checked, and the connection goes to
 * one of them. The connection is always encrypted, and the certificate must be valid for the name.
 */
export function makeOwnServers(
  allow: readonly string[],
  resolve: Resolve = makeResolve(),
): (server: MailServer) => Send {
  const permits = makePermits(allow);
  const lookup = permittedLookup(permits, resolve);
  const open = async ({ host, port }: MailServer): Promise<Socket> => {
    if (isIP(host) && !permits(host)) throw refused(host);
    const socket = connect({ host, port, lookup, autoSelectFamily: true });
    // The connection above it reports errors. Without a listener they would end the process.
    socket.on('error', () => undefined);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
      return socket;
    } catch (error) {
      socket.destroy();
      throw reasonOf(error as Error, host);
    }
  };
  return (server) => async (message, handOver) => {
    let connection: Socket | undefined;
    const send = sendBySmtp(async () => {
      connection = await open(server);
      return optionsOf(server, connection);
    });
    try {
      return await send(message, handOver);
    } finally {
      const used = connection;
      setTimeout(() => used?.destroy(), CLOSE_MS).unref();
    }
  };
}

/** Returns the failure of one address, if several failed, because their common error has no message. */
function reasonOf(error: Error & { errors?: readonly Error[] }, host: string): Error {
  if (error.name === 'AbortError') return new Error(`${host} did not answer within ${CONNECT_MS / 1000} s`);
  return error.errors?.[0] ?? error;
}

function optionsOf({ host, port, login }: MailServer, connection: Socket): Record<string, unknown> {
  const secure = port === 465;
  return {
    ...{ host, port, secure, requireTLS: !secure, connection },
    ...(login && { auth: { user: login.username, pass: login.password } }),
    deadlineMs: DEADLINE_MS,
  };
}
