import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { ALLOCATOR, SERVER } from '../../scripts/product.ts';
import { loadConfiguredKeys } from '../../server/adapters/keys/configured.ts';
import { type Config, ConfigError, readConfig } from '../../server/config.ts';
import { makeLog } from '../../server/logger.ts';
import { type Shutdown, shutDown } from '../../server/startup/shutdown.ts';
import { start } from '../../server/startup/start.ts';
import { atEndOfFile } from './end-of-file.ts';
import { BARE, UMASK } from './processes.ts';
import { sharedRenderer } from './renderer.ts';

/** Prepares the product's configuration: keys in a new directory, limits that tests don't reach, and the given settings. */
export async function prepareEnvironment(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<{ environment: Record<string, string>; directory: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-test-'));
  const { apiKeyPepper } = await loadConfiguredKeys(readConfig({ DATA_DIR: directory }));
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    SIGNING_KEY_FILE: join(directory, 'secrets', 'signing-key.pem'),
    API_KEY_PEPPER: apiKeyPepper,
    AUTH_SECRET: apiKeyPepper,
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_CERTIFICATES: '10000',
    RATE_LIMIT_BATCHES: '10000',
    RATE_LIMIT_DEFAULT: '10000',
    EGRESS_ALLOW: '127.0.0.0/8',
    RATE_LIMIT_VERIFY: '10000',
    RATE_LIMIT_SIGN_IN: '10000',
    ...settings,
  };
  return { environment, directory };
}

/**
 * Starts the product as a separate process, and waits until it is ready. `onLog` receives its log, which is shown otherwise. `cwd` has its
 * code.
 */
export async function launchProduct(
  environment: Record<string, string>,
  onLog?: (text: string) => void,
  cwd = '.',
): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, SERVER, {
    cwd,
    env: { ...BARE, ...ALLOCATOR, ...environment },
    stdio: ['ignore', 'pipe', onLog ? 'pipe' : 'inherit'],
  });
  child.stderr?.on('data', (chunk) => onLog?.(String(chunk)));
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const url = addressIn(output);
    if (url) return { process: child, url };
  }
  throw new Error(`the process ended before it was ready: ${output}`);
}

/** Starts a worker as a separate process, without waiting for it. It ends with the test file at the latest. */
export function startWorker(environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, SERVER, {
    env: { ...BARE, ...ALLOCATOR, ...environment, ROLE: 'worker' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  atEndOfFile(() => child.kill('SIGKILL'));
  return child;
}

/** Cached loggers. Each waits for the end of the process, which the products in it share. */
const logs = new Map<string, Logger>();

function logOf(config: Config): Logger {
  const { LOG_LEVEL, ROLE } = config;
  const name = `${LOG_LEVEL} ${ROLE}`;
  const log = logs.get(name) ?? makeLog(config);
  logs.set(name, log);
  return log;
}

/** Starts the product in the test's own process, where its modules are loaded and compiled, and waits until it is ready. */
export async function serveHere(
  environment: Record<string, string>,
  logTo: (config: Config) => Logger = logOf,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const config = readConfig(environment);
  const log = logTo(config);
  const stopping = new AbortController();
  const shutdown: Shutdown = { drains: [], closes: [] };
  const stop = () => {
    stopping.abort();
    return shutDown(shutdown, log);
  };
  let output = '';
  const print = (text: string) => {
    output += text;
  };
  try {
    await start({ config, log, signal: stopping.signal, shutdown, print, renderer: sharedRenderer(config) });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    process.umask(UMASK);
  }
  return { url: addressIn(output) ?? '', stop };
}

/** Starts the product in the test's own process if it must refuse to start. Returns the exit code and the message of `server/main.ts`. */
export async function refusalHere(environment: Record<string, string>): Promise<{ code: number; err: string }> {
  let err = '';
  const write = (text: string) => {
    err += text;
  };
  const keepLog = ({ LOG_LEVEL: level }: Config) => pino({ level }, { write });
  try {
    const { stop } = await serveHere(environment, keepLog);
    await stop();
    return { code: 0, err };
  } catch (error) {
    const text = error instanceof ConfigError ? error.message : (error as Error).stack;
    return { code: 1, err: `${err}laurel: ${text}\n` };
  }
}

const addressIn = (output: string): string | undefined => /is ready at (\S+)/.exec(output)?.[1];
