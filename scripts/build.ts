import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants as zlib } from 'node:zlib';
import { waitForLock } from '../embedded-postgres/locks.ts';
import { VERSION } from '../server/version.ts';

interface Bundle {
  name: string;
  stamp: string;
  configFile: string;
  /** Returns the files from which the bundle is built. */
  sources(): string[];
}

const DASHBOARD: Bundle = {
  name: 'the dashboard',
  stamp: 'dashboard/dist/.sources',
  configFile: 'dashboard/vite.config.ts',
  sources: () => [
    'domain/limits.ts',
    'domain/shared/csv.ts',
    'domain/shared/file-name.ts',
    'templates-engine/text/placeholders.ts',
    ...globSync('templates-engine/**/properties.ts'),
    ...filesOf('samples/designs'),
    ...filesOf('tables'),
    ...filesOf('dashboard'),
    ...filesOf('messages/dashboard'),
    'scripts/compile-messages.ts',
    ...filesOf('scripts/dashboard-messages'),
  ],
};

/** Folders with modules of the server. */
export const SERVER_FOLDERS = [
  'database',
  'domain',
  'email-templates',
  'embedded-postgres',
  'errors',
  'jobs',
  'procedures',
  'proof',
  'server',
  'tables',
  'templates-engine',
] as const;

const BUNDLES: Bundle[] = [
  DASHBOARD,
  {
    name: 'the page /verify',
    stamp: 'verifier/page/dist/.sources',
    configFile: 'verifier/page/vite.config.ts',
    sources: () => filesOf('verifier'),
  },
  {
    name: 'the server',
    stamp: 'server/dist/.sources',
    configFile: 'server/vite.config.ts',
    sources: () => SERVER_FOLDERS.flatMap(filesOf),
  },
];

type Say = (line: string) => void;

/** Held while bundles are built, so that starts at the same time build them once. Next to the packages, which every start needs. */
const LOCK = 'node_modules/.cache/build.lock';
/** Interval of the lines about a build that goes on, in ms. */
const TICK_MS = 5_000;
/** The quality below the highest one: 40 % of its time, for 2 % more bytes. */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 10 } };

/** Builds the bundles whose sources have changed: half a minute for the dashboard, a second for the others. Calls `prepare` before. */
export async function buildBundles(say: Say = () => undefined, prepare?: () => Promise<void>): Promise<void> {
  process.chdir(fileURLToPath(new URL('../', import.meta.url)));
  const outdated = BUNDLES.filter((bundle) => !isBuilt(bundle));
  if (outdated.length === 0) return;
  await prepare?.();
  if (outdated.includes(DASHBOARD)) say('The dashboard is built once, which takes about half a minute');
  for (const folder of ['node_modules', ...outdated.map(({ stamp }) => dirname(dirname(stamp)))])
    accessSync(folder, constants.W_OK);
  mkdirSync(dirname(LOCK), { recursive: true });
  const lock = await waitForLock(LOCK, () => say('Another start builds it at the moment: waiting for it'));
  try {
    for (const bundle of outdated) if (!isBuilt(bundle)) await build(bundle, say);
  } finally {
    lock.release();
  }
}

const isBuilt = (bundle: Bundle): boolean =>
  existsSync(bundle.stamp) && readFileSync(bundle.stamp, 'utf8') === digestOf(bundle);

function digestOf({ sources }: Bundle): string {
  const hash = createHash('sha256');
  for (const path of ['scripts/build.ts', 'package-lock.json', ...sources()].sort())
    hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest('hex');
}

/** Builds a bundle beside the former one, which it then replaces. A stopped build leaves the former one. */
async function build(bundle: Bundle, say: Say): Promise<void> {
  const { name, stamp, configFile } = bundle;
  const [digest, folder] = [digestOf(bundle), dirname(stamp)];
  const fresh = `${folder}.new`;
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  say(`  ${name}: compiling`);
  const ticker = setInterval(() => say(`  ${name}: ${seconds()} s`), TICK_MS);
  try {
    // Loaded only if needed, because loading takes longer than the comparison.
    const vite = await import('vite');
    const options = { outDir: resolve(fresh), emptyOutDir: true };
    await asProduction(() => vite.build({ configFile, logLevel: 'warn', build: options }));
    const files = globSync(`${fresh}/assets/*.{js,css}`);
    if (files.length > 0) say(`  ${name}: compressing ${files.length} files`);
    await Promise.all(
      files.map(async (path) =>
        writeFileSync(`${path}.br`, await promisify(brotliCompress)(readFileSync(path), BROTLI)),
      ),
    );
  } finally {
    clearInterval(ticker);
  }
  writeFileSync(`${fresh}/.sources`, digest);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  say(`  ${name}: built in ${seconds()} s`);
}

const filesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*`, { exclude: (path) => /dist(\.\w+)?$/.test(path) }).filter((path) =>
    statSync(path).isFile(),
  );

/** Sets NODE_ENV for Vite. In tests it is `test`, and React's development build would then be served. */
async function asProduction(build: () => Promise<unknown>): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** Runs as the first step of `npm start`. Each failure is one line, because its reader starts Laurel and knows no build. */
async function main(): Promise<void> {
  const say: Say = (line) => void process.stdout.write(`${line}\n`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      process.stderr.write('laurel: stopped before the dashboard was built: the next start builds it\n');
      process.exit(130);
    });
  say(`Laurel ${VERSION} starts`);
  await buildBundles(say, refuseStart);
}

/** Ends an `npm start` that would fail after the build. A build alone may run beside a server. */
async function refuseStart(): Promise<void> {
  if (process.env.npm_command !== 'start') return;
  // Loaded only if needed, because loading takes longer than the comparison.
  const [{ ConfigError, readConfig }, { checkPort }] = await Promise.all([
    import('../server/config.ts'),
    import('../server/http/listen.ts'),
  ]);
  try {
    const config = readConfig();
    if (config.ROLE !== 'worker') await checkPort(config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`laurel: ${error.message}\n`);
    process.exit(1);
  }
}

/** Returns the reason of a failed build, with the remedy if it lies in the file system. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const directory = process.cwd();
  const isForeign = /EACCES|EPERM|EROFS|readonly|unable to open/.test(`${code} ${message}`);
  if (isForeign) return `${directory} is not writable for this user: run npm start once as its owner`;
  if (code === 'ENOSPC') return `the disk of ${directory} is full: make room`;
  if (code === 'ERR_MODULE_NOT_FOUND' || !existsSync('node_modules'))
    return 'packages are missing: run npm ci, with dev dependencies';
  return message;
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    process.stderr.write(`laurel: the dashboard can't be built: ${reasonOf(error)}\n`);
    process.exit(1);
  });
