import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { assertNotMadeOf } from '../../domain/access/password-rules.ts';
import type { People } from '../../domain/access/people.ts';
import type { Person } from '../../domain/context.ts';
import { ADDRESS_HEADER, type AuthOptions, openBetterAuth, withCause } from './better-auth.ts';
import { signedByCurrent } from './session-cookies.ts';
import { makeSignInDelays } from './sign-in-delays.ts';

type BetterAuth = ReturnType<Awaited<ReturnType<typeof openBetterAuth>>['get']>;

/** Refuses a new password that is made of the person's e-mail address: of the session's, or of the reset token's. */
async function refuseOwnAddress(auth: BetterAuth, request: Request): Promise<void> {
  if (!/\/(change|reset)-password$/.test(request.url)) return;
  const body = (await request.clone().json()) as { newPassword: string; token?: string };
  const email =
    body.token === undefined
      ? (await withCause(() => auth.api.getSession({ headers: request.headers })))?.user.email
      : await emailOfReset(auth, body.token);
  // Without a session or with an unknown token better-auth refuses.
  if (email !== undefined) assertNotMadeOf(email, body.newPassword, 'newPassword');
}

async function emailOfReset(auth: BetterAuth, token: string): Promise<string | undefined> {
  const { internalAdapter } = await auth.$context;
  const reset = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return reset ? (await internalAdapter.findUserById(reset.value))?.email : undefined;
}

/** End of the address that people sign in at, with a checked body. */
const SIGN_IN = '/sign-in/email';

export type Auth = ReturnType<typeof makeAuth>;

/**
 * People's passwords and sessions (better-auth), in the schema `auth`. There is no sign-up: members are invited. Loaded on
 * first use, as integrators and workers never need it.
 */
export function makeAuth(options: AuthOptions) {
  let opened: ReturnType<typeof openBetterAuth> | undefined;
  const get = () => {
    opened ??= openBetterAuth(options).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const delayed = makeSignInDelays({
    secrets: options.secrets,
    isSecure: options.services.baseUrl.startsWith('https:'),
  });
  const people: People = {
    async findByEmail(email) {
      const { internalAdapter } = await (await get()).get().$context;
      const known = await internalAdapter.findUserByEmail(email.toLowerCase());
      return known && toPerson(known.user);
    },

    // The same rows as better-auth makes; it has connections of its own and can't take part in our transaction.
    async create(em, { name, email, password }) {
      const { password: passwords } = await (await get()).get().$context;
      const hash = await passwords.hash(password);
      const person = { id: randomUUID(), name, email: email.toLowerCase() };
      const { rows } = await sql<{ id: string }>`
        with made as (
          insert into auth."user" (id, name, email, "emailVerified")
          values (${person.id}, ${name}, ${person.email}, true) on conflict (email) do nothing returning id
        )
        insert into auth.account (id, "accountId", "providerId", "userId", password, "updatedAt")
        select ${randomUUID()}, id, 'credential', id, ${hash}, now() from made returning id`.execute(database(em));
      return rows.length === 0 ? null : person;
    },
  };
  return {
    /** Answers a request under AUTH_PATH; `address` is the caller's. Errors that better-auth has no answer for are thrown. */
    async handle(request: Request, address: string): Promise<Response> {
      const { get: current, pool } = await get();
      const auth = current();
      request.headers.set(ADDRESS_HEADER, address);
      const cookies = request.headers.get('cookie');
      if (cookies !== null) request.headers.set('cookie', signedByCurrent(cookies, options.secrets()));
      await refuseOwnAddress(auth, request);
      if (!request.url.endsWith(SIGN_IN)) return withCause(() => auth.handler(request));
      const { email } = (await request.clone().json()) as { email: string };
      const attempt = await delayed(pool, email, cookies ?? '');
      const response = await withCause(() => auth.handler(request)).catch(async (error: unknown) => {
        await attempt.end(500);
        throw error;
      });
      const device = await attempt.end(response.status);
      if (device !== null) response.headers.append('Set-Cookie', device);
      return response;
    },

    /** The person whose session a request has; null without one. */
    async userOf(headers: IncomingHttpHeaders): Promise<Person | null> {
      if (headers.cookie === undefined) return null;
      const { get: current, node } = await get();
      const cookie = signedByCurrent(headers.cookie, options.secrets());
      const session = await withCause(() =>
        current().api.getSession({ headers: node.fromNodeHeaders({ ...headers, cookie }) }),
      );
      return session && toPerson(session.user);
    },

    people,

    close: async () => {
      const { pool, mails } = (await opened) ?? {};
      await Promise.all(mails ?? []);
      await pool?.end();
    },
  };
}

const toPerson = ({ id, name, email }: Person): Person => ({ id, name, email });
