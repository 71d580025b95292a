import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import pg from 'pg';
import { database } from '../../database/queue.ts';
import type { Services } from '../../domain/context.ts';
import { mailPasswordReset } from '../../domain/members/password-reset.ts';
import { PASSWORD_LENGTH, type People, type Person } from '../../domain/members/people.ts';

export interface AuthOptions {
  databaseUrl: string;
  secret: string;
  services: Services;
  /** Attempts a minute from one address. */
  signInLimit: number;
}

/** Where the dashboard signs people in and out. */
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
  const { services } = options;
  let opened: ReturnType<typeof open> | undefined;
  const get = () => {
    opened ??= open(options);
    return opened;
  };
  const people: People = {
    async findByEmail(email) {
      const { internalAdapter } = await (await get()).auth.$context;
      const known = await internalAdapter.findUserByEmail(email.toLowerCase());
      return known && toPerson(known.user);
    },

    // The rows that better-auth would make, which has connections of its own and so no part in a transaction of ours.
    async create(em, { name, email, password }) {
      const { password: passwords } = await (await get()).auth.$context;
      const hash = await passwords.hash(password);
      const person = { id: randomUUID(), name, email: email.toLowerCase() };
      await sql`
        with made as (
          insert into auth."user" (id, name, email, "emailVerified")
          values (${person.id}, ${name}, ${person.email}, true) returning id
        )
        insert into auth.account (id, "accountId", "providerId", "userId", password, "updatedAt")
        select ${randomUUID()}, id, 'credential', id, ${hash}, now() from made`.execute(database(em));
      return person;
    },
  };
  return {
    /** Answers what is asked under AUTH_PATH; `address` is the caller's. */
    async handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
      const { auth, node } = await get();
      request.headers[ADDRESS_HEADER] = address;
      return node.toNodeHandler(auth)(request, response);
    },

    /** The person whose session a request has; null without one. */
    async userOf(headers: IncomingHttpHeaders): Promise<Person | null> {
      if (headers.cookie === undefined) return null;
      const { auth, node } = await get();
      const session = await auth.api.getSession({ headers: node.fromNodeHeaders(headers) });
      return session && toPerson(session.user);
    },

    people,

    /** Makes a person who can sign in; who is known by the address already stays as they are. */
    ensureUser: async (person: { name: string; email: string; password: string }): Promise<Person> =>
      (await people.findByEmail(person.email)) ?? people.create(services.em(), person),

    close: async () => void (await (await opened)?.pool.end()),
  };
}

const toPerson = ({ id, name, email }: Person): Person => ({ id, name, email });

async function open({ databaseUrl, secret, services, signInLimit }: AuthOptions) {
  const [{ betterAuth }, node] = await Promise.all([import('better-auth'), import('better-auth/node')]);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, options: '-c search_path=auth' });
  // A connection that the server closes is replaced when the next is needed.
  pool.on('error', () => undefined);
  const auth = betterAuth({
    database: pool,
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
    advanced: {
      cookiePrefix: 'laurel',
      useSecureCookies: services.baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  return { auth, node, pool };
}
