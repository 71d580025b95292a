import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import product from '../package.json' with { type: 'json' };
import { buildBundles } from './build.ts';

export interface Product {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** Runs an operator's command on the same installation. Resolves to its output. */
  operate(...args: string[]): Promise<Record<string, string>>;
}

/** Settings without effective rate limits, for measurements. */
export const WITHOUT_LIMITS: Record<string, string> = Object.fromEntries(
  ['BATCHES', 'CERTIFICATES', 'DEFAULT', 'ORGANISATION', 'VERIFY'].map((name) => [`RATE_LIMIT_${name}`, '1000000']),
);

const START = product.scripts.start.split(' ');
/** Arguments that `npm start` passes to Node. */
export const SERVER: readonly string[] = START.slice(START.indexOf('node') + 1);
/** Settings of the C library's allocator in `npm start`, as environment variables. */
export const ALLOCATOR: Record<string, string> = Object.fromEntries(
  START.slice(0, START.indexOf('node')).map((setting) => setting.split('=')),
);

/** Starts the product as a user would, on a free port. Resolves when it is ready. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  await buildBundles();
  // The caller's configuration of another installation must not apply.
  const env = {
    LOG_LEVEL: 'warn',
    ...ALLOCATOR,
    ...process.env,
    BASE_URL: '',
    HOST: '',
    ROLE: '',
    ...settings,
    PORT: '0',
  };
  const server = spawn(process.execPath, SERVER, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  };
  const operate = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/main.ts', ...words], { env });
    return JSON.parse(stdout);
  };
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    const [, url] = /is ready at (\S+)/.exec(output) ?? [];
    if (url) return { url, pid: server.pid ?? 0, stop, operate };
  }
  throw new Error('the server ended before it was ready');
}

export interface Tenant {
  organisationId: string;
  templateId: string;
  /** Makes a REST call with the tenant's key. A call with a body is a POST. */
  call<Answer>(path: string, body?: unknown): Promise<Answer>;
  key: string;
}

/** Creates an organisation with credits, the classic diploma and a key. */
export async function makeTenant(
  { url, operate }: Product,
  credits: number,
  name = 'Demo Organisation',
): Promise<Tenant> {
  const { id: organisationId = '' } = await operate(
    'organisation',
    'create',
    '--name',
    name,
    '--credits',
    String(credits),
  );
  const organisation = ['--organisation', organisationId];
  const { id = '' } = await operate('template', 'import', ...organisation, '--file', 'samples/classic-diploma.json');
  const scopes = 'certificates:write,certificates:read,credits:read,templates:write';
  const { key = '' } = await operate('api-key', 'create', ...organisation, '--name', 'Demo', '--scopes', scopes);
  const call = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer as Answer;
  };
  return { organisationId, templateId: id, call, key };
}
