import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { assertNotMadeOf } from '../../domain/access/check-password.ts';
import { type AuthModel, authRowText } from '../../domain/access/describe-auth-row.ts';
import type { People } from '../../domain/access/schemas.ts';
import type { Person } from '../../domain/context.ts';
import { ADDRESS_HEADER, type AuthOptions, type Callers, openBetterAuth, withCause } from './better-auth.ts';
import { sessionToken, signedByCurrent } from './session-cookies.ts';
import { makeSignInDelays } from './sign-in-delays.ts';

type BetterAuth = ReturnType<Awaited<ReturnType<typeof openBetterAuth>>['of'][Callers]['get']>;

/**
 * Refuses a new password that is derived from the user's e-mail address. The session or the reset token names the user. Returns the address
 * that a reset token belongs to; null for other requests.
 */
async function refuseOwnAddress(auth: BetterAuth, request: Request): Promise<string | null> {
  if (!/\/(change|reset)-password$/.test(request.url)) return null;
  const body = (await request.clone().json()) as { newPassword: string; token?: string };
  const email =
    body.token === undefined
      ? (await withCause(() => auth.api.getSession({ headers: request.headers })))?.user.email
      : await emailOfReset(auth, body.token);
  // better-auth refuses requests without a session or with an unknown token.
  if (email !== undefined) assertNotMadeOf(email, body.newPassword, 'newPassword');
  return (body.token !== undefined && email) || null;
}

async function emailOfReset(auth: BetterAuth, token: string): Promise<string | undefined> {
  const { internalAdapter } = await auth.$context;
  const reset = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return reset ? (await internalAdapter.findUserById(reset.value))?.email : undefined;
}

/** Path below AUTH_PATH for sign-ins, whose body was checked. */
const SIGN_IN = '/sign-in/email';

export type Auth = ReturnType<typeof makeAuth>;

/**
 * Manages passwords and sessions (better-auth) in the schema `auth`. There is no sign-up: members are invited. better-auth is loaded on
 * first use, because integrators and workers never need it.
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
  const macOf = (model: AuthModel, row: Record<string, unknown>) =>
    options.services.authenticator.mac(authRowText(model, row)).toString('base64');
  const delays = makeSignInDelays({
    secrets: options.secrets,
    isSecure: options.services.installation.address.startsWith('https:'),
  });
  const people: People = {
    async findByEmail(email) {
      const { internalAdapter } = await (await get()).of.sessions.get().$context;
      const known = await internalAdapter.findUserByEmail(email.toLowerCase());
      return known && toPerson(known.user);
    },

    // Writes the same rows as better-auth, which has its own connections and can't take part in our transaction.
    async create(em, { name, email, password }) {
      const { password: passwords } = await (await get()).of.sessions.get().$context;
      const hash = await passwords.hash(password);
      const person = { id: randomUUID(), name, email: email.toLowerCase() };
      const { id: userId } = person;
      const updatedAt = options.services.now();
      const account = {
        id: randomUUID(),
        accountId: userId,
        providerId: 'credential',
        userId,
        password: hash,
        updatedAt,
      };
      const { rows } = await sql<{ id: string }>`
        with made as (
          insert into auth."user" (id, name, email, "emailVerified", mac)
          values (${person.id}, ${name}, ${person.email}, true, ${macOf('user', { ...person, emailVerified: true })})
          on conflict (email) do nothing returning id
        )
        insert into auth.account (id, "accountId", "providerId", "userId", password, "updatedAt", mac)
        select ${account.id}, id, 'credential', id, ${hash}, ${updatedAt}, ${macOf('account', account)} from made returning id`.execute(
        database(em),
      );
      return rows.length === 0 ? null : person;
    },
  };
  return {
    /** Returns the token of a session cookie that the installation signed, without a query. Returns null without such a cookie. */
    tokenOf: ({ cookie }: IncomingHttpHeaders): string | null =>
      cookie === undefined ? null : sessionToken(cookie, options.secrets()),

    /** Answers a request under AUTH_PATH. `address` is the caller's. Throws errors that better-auth does not handle. */
    async handle(request: Request, { address, callers }: { address: string; callers: Callers }): Promise<Response> {
      const { get: current, pool } = (await get()).of[callers];
      const auth = current();
      request.headers.set(ADDRESS_HEADER, address);
      const cookies = request.headers.get('cookie');
      if (cookies !== null) request.headers.set('cookie', signedByCurrent(cookies, options.secrets()));
      const reset = await refuseOwnAddress(auth, request);
      if (!request.url.endsWith(SIGN_IN)) {
        const response = await withCause(() => auth.handler(request));
        // Failures of others would otherwise delay the owner of the mailbox, who signs in next.
        if (reset !== null && response.ok) response.headers.append('Set-Cookie', delays.deviceCookie(reset));
        return response;
      }
      const { email } = (await request.clone().json()) as { email: string };
      const attempt = await delays.begin(pool, email, cookies ?? '');
      const response = await withCause(() => auth.handler(request)).catch(async (error: unknown) => {
        await attempt.end(500);
        throw error;
      });
      const device = await attempt.end(response.status);
      if (device !== null) response.headers.append('Set-Cookie', device);
      return response;
    },

    /** Returns the user of a request's session; null without a session. */
    async userOf(headers: IncomingHttpHeaders): Promise<Person | null> {
      if (headers.cookie === undefined) return null;
      const { of, node } = await get();
      const cookie = signedByCurrent(headers.cookie, options.secrets());
      const session = await withCause(() =>
        of.sessions.get().api.getSession({ headers: node.fromNodeHeaders({ ...headers, cookie }) }),
      );
      return session && toPerson(session.user);
    },

    people,

    close: async () => {
      const { of, mails } = (await opened) ?? {};
      await Promise.all(mails ?? []);
      await Promise.all(Object.values(of ?? {}).map(({ pool }) => pool.end()));
    },
  };
}

const toPerson = ({ id, name, email }: Person): Person => ({ id, name, email });
