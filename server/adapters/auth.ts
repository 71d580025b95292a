import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { PostgresDialect, sql } from 'kysely';
import { openPool, REQUEST_LIMITS } from '../../database/pool.ts';
import { database } from '../../database/sql.ts';
import type { People } from '../../domain/access/people.ts';
import type { Person, Services } from '../../domain/context.ts';
import { PASSWORD_LENGTH } from '../../domain/limits.ts';
import { mailPasswordReset } from '../../domain/members/password-reset.ts';

export interface AuthOptions {
  databaseUrl: string;
  secret: string;
  services: Services;
  /** Attempts a minute from one address. */
  signInLimit: number;
}

/** Where the dashboard signs people in and out (server/http/auth-routes.ts). */
export const AUTH_PATH = '/auth';
/** The caller's address as Express knows it: attempts are counted by it, and what a caller sends is overwritten. */
const ADDRESS_HEADER = 'x-laurel-address';
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

export type Auth = ReturnType<typeof makeAuth>;

/**
 * People's passwords and sessions (better-auth), in the schema `auth`. Nobody signs up: members are invited. Loaded when
 * it is first asked: integrators and workers never do.
 */
export function makeAuth(options: AuthOptions) {
  let opened: ReturnType<typeof open> | undefined;
  const get = () => {
    opened ??= open(options).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const people: People = {
    async findByEmail(email) {
      const { internalAdapter } = await (await get()).auth.$context;
      const known = await internalAdapter.findUserByEmail(email.toLowerCase());
      return known && toPerson(known.user);
    },

    // The same rows as better-auth makes; it has connections of its own and can't take part in our transaction.
    async create(em, { name, email, password }) {
      const { password: passwords } = await (await get()).auth.$context;
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
      const { auth } = await get();
      request.headers.set(ADDRESS_HEADER, address);
      return withCause(() => auth.handler(request));
    },

    /** The person whose session a request has; null without one. */
    async userOf(headers: IncomingHttpHeaders): Promise<Person | null> {
      if (headers.cookie === undefined) return null;
      const { auth, node } = await get();
      const session = await withCause(() => auth.api.getSession({ headers: node.fromNodeHeaders(headers) }));
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

/** The error that better-auth logs before it answers with a 500. */
const logged = new AsyncLocalStorage<{ cause?: unknown }>();

/** Runs better-auth. Where it answers with a 500 of its own, which hides the cause, the cause is thrown. */
function withCause<Result>(work: () => Promise<Result>): Promise<Result> {
  const seen: { cause?: unknown } = {};
  return logged.run(seen, async () => {
    const result = await work().catch((error: { statusCode?: number }) => {
      throw error.statusCode === 500 ? (seen.cause ?? error) : error;
    });
    if (result instanceof Response && result.status === 500 && seen.cause) throw seen.cause;
    return result;
  });
}

const toPerson = ({ id, name, email }: Person): Person => ({ id, name, email });

async function open({ databaseUrl, secret, services, signInLimit }: AuthOptions) {
  const [{ betterAuth }, node] = await Promise.all([import('better-auth'), import('better-auth/node')]);
  const pool = openPool(databaseUrl, { ...REQUEST_LIMITS, max: 4 });
  const mails = new Set<Promise<unknown>>();
  const auth = betterAuth({
    database: { dialect: new PostgresDialect({ pool }), type: 'postgres', schemaName: 'auth', transaction: true },
    baseURL: services.baseUrl,
    basePath: AUTH_PATH,
    secret,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      resetPasswordTokenExpiresIn: HOUR,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) => mailPasswordReset(services, { email: user.email, url }),
    },
    session: { expiresIn: 7 * DAY, updateAge: DAY },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 60,
      customRules: {
        '/sign-in/email': { window: 60, max: signInLimit },
        '/request-password-reset': { window: 60, max: 5 },
      },
    },
    // Unexpected errors are thrown, so that the app answers and logs them like any other.
    onAPIError: { throw: true },
    advanced: {
      // The response does not wait for the mail: its duration would reveal who has an account. A failed mail fails alone.
      backgroundTasks: {
        handler: (mail) => {
          mails.add(mail);
          void mail.finally(() => mails.delete(mail));
        },
      },
      cookiePrefix: 'laurel',
      useSecureCookies: services.baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, ...words: unknown[]) => {
        const cause = words.find((word) => word instanceof Error);
        const seen = logged.getStore();
        if (seen && cause) seen.cause = cause;
      },
    },
  });
  return { auth, node, pool, mails };
}
