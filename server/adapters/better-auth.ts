import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions } from 'better-auth';
import { PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { openPool, REQUEST_LIMITS } from '../../database/pool.ts';
import type { Services } from '../../domain/context.ts';
import { PASSWORD_LENGTH } from '../../domain/limits.ts';
import { mailPasswordReset } from '../../domain/members/password-reset.ts';
import { recordAccountAction } from '../../domain/members/record-account-action.ts';

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

/** Loads better-auth on a pool of its own; `get` makes it anew when the secret has changed. `mails` are those that are being sent. */
export async function openBetterAuth(options: AuthOptions) {
  const [{ betterAuth }, node] = await Promise.all([import('better-auth'), import('better-auth/node')]);
  const { databaseUrl, behindPooler = false } = options;
  const pool = openPool('sign-in', databaseUrl, { ...REQUEST_LIMITS, behindPooler }, { max: 4 });
  const mails = new Set<Promise<unknown>>();
  const make = (secret: string) => betterAuth(settings(options, { secret, pool, mails }));
  let made: { secret: string; auth: ReturnType<typeof make> } | undefined;
  const get = () => {
    const [secret] = options.secrets();
    if (made?.secret !== secret) made = { secret, auth: make(secret) };
    return made.auth;
  };
  return { get, node, pool, mails };
}

interface Parts {
  secret: string;
  pool: Pool;
  mails: Set<Promise<unknown>>;
}

const isHttps = ({ baseUrl }: Services): boolean => baseUrl.startsWith('https:');

/** The product's options. */
const settings = ({ services, signInLimit }: AuthOptions, { secret, pool, mails }: Parts) =>
  ({
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
      onPasswordReset: ({ user }) => recordAccountAction(services, user.id, 'account.resetPassword'),
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
