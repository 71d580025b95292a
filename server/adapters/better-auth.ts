import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions } from 'better-auth';
import type { DBAdapter } from 'better-auth/adapters';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { openPool, REQUEST_LIMITS } from '../../database/pool.ts';
import { lastPasswordChange } from '../../domain/access/find-former-password.ts';
import type { Services } from '../../domain/context.ts';
import { MAX_SESSIONS, PASSWORD_LENGTH } from '../../domain/limits.ts';
import { recordAccountAction } from '../../domain/members/record-account-action.ts';
import { requestPasswordReset } from '../../domain/members/request-password-reset.ts';
import { waitForEmail } from '../../domain/shared/email-limits.ts';
import { authenticateRows, MAC_FIELD } from './auth-rows.ts';

export interface AuthOptions {
  databaseUrl: string;
  behindPooler?: boolean;
  /** Returns the secret that signs sessions, then former ones that are still accepted. */
  secrets(): readonly [string, ...string[]];
  services: Services;
  /** Sign-in attempts per minute from one address. */
  signInLimit: number;
}

/** Path at which the dashboard signs users in and out (server/http/auth-routes.ts). */
export const AUTH_PATH = '/auth';
/** Header with the caller's address according to Express. Attempts are counted by it, and a value from the caller is overwritten. */
export const ADDRESS_HEADER = 'x-laurel-address';
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Error that better-auth logs before it answers with 500. */
const logged = new AsyncLocalStorage<{ cause?: unknown }>();

/** Runs better-auth. Its own 500 answers hide the cause, so the cause is thrown instead. */
export function withCause<Result>(work: () => Promise<Result>): Promise<Result> {
  const seen: { cause?: unknown } = {};
  return logged.run(seen, async () => {
    const result = await work().catch((error: { statusCode?: number }) => {
      throw error.statusCode === 500 ? (seen.cause ?? error) : error;
    });
    if (result instanceof Response && result.status === 500 && seen.cause) throw seen.cause;
    return result;
  });
}

/** Pool sizes for unauthenticated and for signed-in callers. Separate pools keep one group from starving the other. */
const CONNECTIONS = { 'sign-in': 2, sessions: 4 } as const;
export type Callers = keyof typeof CONNECTIONS;

/** Loads better-auth with its own pools. `get` recreates it when the secret has changed. `mails` are the e-mails in progress. */
export async function openBetterAuth(options: AuthOptions) {
  const [{ betterAuth }, { getAdapter }, node] = await Promise.all([
    import('better-auth'),
    import('better-auth/db/adapter'),
    import('better-auth/node'),
  ]);
  const { databaseUrl, behindPooler = false, services } = options;
  const mails = new Set<Promise<unknown>>();
  const open = async (callers: Callers) => {
    const pool = openPool(callers, databaseUrl, { ...REQUEST_LIMITS, behindPooler }, { max: CONNECTIONS[callers] });
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const database = {
      dialect: new PostgresDialect({ pool }),
      type: 'postgres',
      schemaName: 'auth',
      transaction: true,
    } as const;
    const rows = authenticateRows(await getAdapter({ ...TABLES, rateLimit: { storage: 'database' }, database }), {
      ...{ authenticator: services.authenticator, meter: services.meter, now: services.now },
      lastPasswordChange: (userId) => lastPasswordChange(db, userId),
    });
    const make = (secret: string) => betterAuth(settings(options, { secret, rows, pool, mails, callers }));
    let made: { secret: string; auth: ReturnType<typeof make> } | undefined;
    const get = () => {
      const [secret] = options.secrets();
      if (made?.secret !== secret) made = { secret, auth: make(secret) };
      return made.auth;
    };
    return { get, pool };
  };
  return { of: { 'sign-in': await open('sign-in'), sessions: await open('sessions') }, node, mails };
}

interface Parts {
  callers: Callers;
  secret: string;
  rows: DBAdapter;
  pool: Pool;
  mails: Set<Promise<unknown>>;
}

/** Options of better-auth's tables. Reset tokens are looked up by their SHA-256. */
const TABLES = {
  user: MAC_FIELD,
  account: MAC_FIELD,
  session: { ...MAC_FIELD, expiresIn: 7 * DAY, updateAge: DAY },
  verification: { ...MAC_FIELD, storeIdentifier: 'hashed' },
} as const satisfies BetterAuthOptions;

/** Returns calls per minute for paths whose limit differs from better-auth's. */
export const authLimits = (signInLimit: number): Record<string, number> => ({
  '/sign-in/email': signInLimit,
  '/request-password-reset': Math.ceil(signInLimit / 2),
});
const isHttps = ({ installation }: Services): boolean => installation.address.startsWith('https:');

/** Returns the product's options for better-auth. */
const settings = ({ services, signInLimit }: AuthOptions, { callers, secret, rows, pool, mails }: Parts) =>
  ({
    database: () => rows,
    ...TABLES,
    baseURL: services.installation.address,
    basePath: AUTH_PATH,
    secret,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      resetPasswordTokenExpiresIn: HOUR,
      revokeSessionsOnPasswordReset: true,
      // The token of the link is created when its e-mail is sent (domain/members/request-password-reset.ts). This one is never shown.
      sendResetPassword: ({ user }) => emailReset(services, user),
      onPasswordReset: ({ user }) => recordAccountAction(services, user.id, 'account.resetPassword'),
    },
    databaseHooks: { session: { create: { before: ({ userId }) => endOldestSessions(pool, userId) } } },
    rateLimit: {
      // Counted by address, across all processes. Only server/http/auth-gate.ts counts requests with a session.
      enabled: callers === 'sign-in',
      storage: 'database',
      window: 60,
      max: 60,
      customRules: Object.fromEntries(
        Object.entries(authLimits(signInLimit)).map(([path, max]) => [path, { window: 60, max }]),
      ),
    },
    // Unexpected errors are thrown, so that the app answers and logs them like all errors.
    onAPIError: { throw: true },
    advanced: {
      // The response does not wait until the e-mail is queued. Its duration would reveal whether the account exists.
      backgroundTasks: {
        handler: (mail) => {
          mails.add(mail);
          void mail.finally(() => mails.delete(mail));
        },
      },
      // A browser accepts a cookie with this prefix only from this exact host, over HTTPS and for all of its paths.
      cookiePrefix: isHttps(services) ? '__Host-laurel' : 'laurel',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps(services) },
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
  }) satisfies BetterAuthOptions;

/** Sends the link unless the mailbox already got too many. The answer is the same, so it does not reveal whether the account exists. */
async function emailReset(services: Services, { id, email }: { id: string; email: string }): Promise<void> {
  const wait = await waitForEmail(services.em(), {
    ...{ purpose: 'password-reset', address: email, now: services.now() },
  });
  if (wait === null) await requestPasswordReset(services, id);
}

/** Ends a user's oldest sessions, so that one more stays within the limit. */
async function endOldestSessions(pool: Pool, userId: string): Promise<void> {
  await pool.query(
    `delete from auth.session where id = any(array(
       select id from auth.session where "userId" = $1 order by "createdAt" desc offset $2))`,
    [userId, MAX_SESSIONS - 1],
  );
}
