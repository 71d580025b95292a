import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import pg from 'pg';

export interface AuthOptions {
  databaseUrl: string;
  baseUrl: string;
  secret: string;
}

/** Where the dashboard signs people in and out. */
export const AUTH_PATH = '/auth';
/** The caller's address as Express knows it: attempts are counted by it, and what a caller sends is overwritten. */
const ADDRESS_HEADER = 'x-laurel-address';
const DAY = 24 * 60 * 60;

export type Auth = ReturnType<typeof makeAuth>;

/**
 * People's passwords and sessions (better-auth), in the schema `auth`. Nobody signs up: members are invited. Loaded when
 * it is first asked: integrators and workers never do.
 */
export function makeAuth(options: AuthOptions) {
  let opened: ReturnType<typeof open> | undefined;
  const get = () => {
    opened ??= open(options);
    return opened;
  };
  return {
    /** Answers what is asked under AUTH_PATH; `address` is the caller's. */
    async handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
      const { auth, node } = await get();
      request.headers[ADDRESS_HEADER] = address;
      return node.toNodeHandler(auth)(request, response);
    },

    /** The person whose session a request has; null without one. */
    async userOf(headers: IncomingHttpHeaders): Promise<string | null> {
      const { auth, node } = await get();
      const session = await auth.api.getSession({ headers: node.fromNodeHeaders(headers) });
      return session?.user.id ?? null;
    },

    /** Makes a person who can sign in; who is known by the address already stays as they are. Gives the id. */
    async ensureUser({ email, password }: { email: string; password: string }): Promise<string> {
      const { auth } = await get();
      const { internalAdapter, password: passwords } = await auth.$context;
      const known = await internalAdapter.findUserByEmail(email);
      if (known) return known.user.id;
      const user = await internalAdapter.createUser({ email, name: email, emailVerified: true }, { method: 'admin' });
      await internalAdapter.linkAccount({
        userId: user.id,
        accountId: user.id,
        providerId: 'credential',
        password: await passwords.hash(password),
      });
      return user.id;
    },

    close: async () => void (await (await opened)?.pool.end()),
  };
}

async function open({ databaseUrl, baseUrl, secret }: AuthOptions) {
  const [{ betterAuth }, node] = await Promise.all([import('better-auth'), import('better-auth/node')]);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4, options: '-c search_path=auth' });
  // A connection that the server closes is replaced when the next is needed.
  pool.on('error', () => undefined);
  const auth = betterAuth({
    database: pool,
    baseURL: baseUrl,
    basePath: AUTH_PATH,
    secret,
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10 },
    session: { expiresIn: 7 * DAY, updateAge: DAY },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 60,
      customRules: { '/sign-in/email': { window: 60, max: 10 } },
    },
    advanced: {
      cookiePrefix: 'laurel',
      useSecureCookies: baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  return { auth, node, pool };
}
