import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions } from 'better-auth';
import type { DBAdapter } from 'better-auth/adapters';
import { PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { openPool, REQUEST_LIMITS } from '../../database/pool.ts';
import type { Services } from '../../domain/context.ts';
import { MAX_SESSIONS, PASSWORD_LENGTH } from '../../domain/limits.ts';
import { requestPasswordReset } from '../../domain/members/password-reset.ts';
import { recordAccountAction } from '../../domain/members/record-account-action.ts';
import { waitForMail } from '../../domain/shared/mail-limits.ts';
import { authenticateRows, MAC_FIELD } from './auth-rows.ts';

export interface AuthOptions {
  databaseUrl: string;
  behindPooler?: boolean;
  /** The one that signs sessions first, then others that have signed some and are still good. */
  secrets(): readonly [string, ...string[]];
  services: Services;
  /** Attempts a minute from one address. */
  signInLimit: number;
}

/** Where the dashboard signs people in and out (server/http/auth-routes.ts). */
export const AUTH_PATH = '/auth';
/** The caller's address as Express knows it: attempts are counted by it, and what a caller sends is overwritten. */
export const ADDRESS_HEADER = 'x-laurel-address';
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** The error that better-auth logs before it answers with a 500. */
const logged = new AsyncLocalStorage<{ cause?: unknown }>();

/** Runs better-auth. Where it answers with a 500 of its own, which hides the cause, the cause is thrown. */
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

/** Connections of unauthenticated callers, and of those who are signed in: neither take the others'. */
const CONNECTIONS = { 'sign-in': 2, sessions: 4 } as const;
export type Callers = keyof typeof CONNECTIONS;

/** Loads better-auth on pools of its own; `get` makes it again when the secret has changed. `mails` are those in progress. */
export async function openBetterAuth(options: AuthOptions) {
  const [{ betterAuth }, { getAdapter }, node] = await Promise.all([
    import('better-auth'),
    import('better-auth/db/adapter'),
    import('better-auth/node'),
  ]);
  const { databaseUrl, behindPooler = false } = options;
  const mails = new Set<Promise<unknown>>();
  const open = async (callers: Callers) => {
    const pool = openPool(callers, databaseUrl, { ...REQUEST_LIMITS, behindPooler }, { max: CONNECTIONS[callers] });
    const database = {
      dialect: new PostgresDialect({ pool }),
      type: 'postgres',
      schemaName: 'auth',
      transaction: true,
    } as const;
    const rows = authenticateRows(
      await getAdapter({ ...TABLES, rateLimit: { storage: 'database' }, database }),
      options.services,
    );
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

/** Options of better-auth's tables. Its reset tokens are looked up by their SHA-256. */
const TABLES = {
  user: MAC_FIELD,
  account: MAC_FIELD,
  session: { ...MAC_FIELD, expiresIn: 7 * DAY, updateAge: DAY },
  verification: { ...MAC_FIELD, storeIdentifier: 'hashed' },
} as const satisfies BetterAuthOptions;

/** Calls a minute to a path, where they are not better-auth's own number. */
export const authLimits = (signInLimit: number): Record<string, number> => ({
  '/sign-in/email': signInLimit,
  '/request-password-reset': Math.ceil(signInLimit / 2),
});
const isHttps = ({ installation }: Services): boolean => installation.address.startsWith('https:');

/** The product's options. */
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
      // The token of the link is made when its mail is handed over (domain/members/password-reset.ts). This one is never shown.
      sendResetPassword: ({ user }) => mailReset(services, user),
      onPasswordReset: ({ user }) => recordAccountAction(services, user.id, 'account.resetPassword'),
    },
    databaseHooks: { session: { create: { before: ({ userId }) => endOldestSessions(pool, userId) } } },
    rateLimit: {
      // By address, for all processes together. Sessions are counted by server/http/auth-gate.ts alone.
      enabled: callers === 'sign-in',
      storage: 'database',
      window: 60,
      max: 60,
      customRules: Object.fromEntries(
        Object.entries(authLimits(signInLimit)).map(([path, max]) => [path, { window: 60, max }]),
      ),
    },
    // Unexpected errors are thrown, so that the app answers and logs them like any other.
    onAPIError: { throw: true },
    advanced: {
      // The response does not wait until the mail is queued: its duration would reveal who has an account.
      backgroundTasks: {
        handler: (mail) => {
          mails.add(mail);
          void mail.finally(() => mails.delete(mail));
        },
      },
      // A browser takes a cookie of this name from this host alone, over HTTPS, for all of its paths.
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

/** Mails the link unless the mailbox had enough of them. The answer is the same: it shows nobody who has an account. */
async function mailReset(services: Services, { id, email }: { id: string; email: string }): Promise<void> {
  const wait = await waitForMail(services.em(), {
    ...{ purpose: 'password-reset', address: email, now: services.now() },
  });
  if (wait === null) await requestPasswordReset(services, id);
}

/** Ends a person's oldest sessions, so that one more stays within the limit. */
async function endOldestSessions(pool: Pool, userId: string): Promise<void> {
  await pool.query(
    `delete from auth.session where id = any(array(
       select id from auth.session where "userId" = $1 order by "createdAt" desc offset $2))`,
    [userId, MAX_SESSIONS - 1],
  );
}
