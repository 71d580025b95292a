import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sql } from 'kysely';
import type { SMTPServerOptions } from 'smtp-server';
import { database } from '../../database/sql.ts';
import { makeKey } from '../proof/pdf-signature/openssl-keys.ts';
import { authenticate } from './authentic.ts';
import { atEndOfFile } from './end-of-file.ts';
import type { Laurel, Tenant } from './laurel.ts';
import { Mailbox } from './mailbox.ts';

let addresses = 0;

/** Returns a loopback address that no other test uses. Ports of mail servers are fixed, so each server needs an address. */
export const ownAddress = (): string => `127.${100 + (process.pid % 100)}.${process.pid % 251}.${++addresses}`;

interface Options extends SMTPServerOptions {
  port?: 25 | 465 | 587 | 2525;
  /** False for a certificate that no authority has signed. */
  isTrusted?: boolean;
}

/** Starts a mail server with TLS and a sign-in as `office` with `secret`. This process trusts its certificate. */
export async function startOwnServer({ port = 587, isTrusted = true, ...options }: Options = {}) {
  const host = ownAddress();
  const folder = await mkdtemp(join(tmpdir(), 'laurel-mail-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  const key = makeKey(folder, host, { extensions: [`subjectAltName=IP:${host}`] });
  if (isTrusted) setDefaultCACertificates([...getCACertificates('default'), key.certificatePem]);
  const mailbox = await Mailbox.start(
    {
      ...{ authOptional: false, secure: port === 465, key: key.keyPem, cert: key.certificatePem },
      disabledCommands: [],
      onAuth: ({ username, password }, _session, callback) => {
        if (username === 'office' && password === 'secret') return callback(null, { user: username });
        callback(Object.assign(new Error('5.7.8 Wrong password'), { responseCode: 535 }));
      },
      ...options,
    },
    port,
    host,
  );
  return { mailbox, settings: { host, port, username: 'office', password: 'secret' } };
}

/** Gives an organisation a sender's address that its mailbox has confirmed. */
export async function confirmSender(laurel: Laurel, { organisationId }: Tenant, address: string): Promise<void> {
  const { services } = laurel.installation;
  await sql`update organisations set sender_address = ${address}, sender_asked_at = now(), sender_confirmed = true
    where id = ${organisationId}`.execute(database(services.em()));
  await authenticate(services, 'organisations', sql`id = ${organisationId}`);
}
