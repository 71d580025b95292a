import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

interface Bundle {
  stamp: string;
  configFile: string;
  /** Returns the files from which the bundle is built. */
  sources(): string[];
}

const BUNDLES: Bundle[] = [
  {
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
  },
  {
    stamp: 'verifier/page/dist/.sources',
    configFile: 'verifier/page/vite.config.ts',
    sources: () => filesOf('verifier'),
  },
];

/** Builds the dashboard and the script of the page at /verify, if their sources have changed. Takes half a minute. */
export async function buildDashboard(): Promise<void> {
  process.chdir(fileURLToPath(new URL('../', import.meta.url)));
  for (const bundle of BUNDLES) await buildBundle(bundle);
}

/** The quality below the highest one: 40 % of its time, for 2 % more bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

async function buildBundle({ stamp, configFile, sources }: Bundle): Promise<void> {
  const hash = createHash('sha256');
  for (const path of ['scripts/build-dashboard.ts', 'package-lock.json', ...sources()].sort())
    hash.update(`${path}\0`).update(readFileSync(path));
  const digest = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  // Loaded only if needed, because loading takes longer than the comparison.
  const { build } = await import('vite');
  await asProduction(() => build({ configFile, logLevel: 'warn' }));
  await Promise.all(
    globSync(`${dirname(stamp)}/assets/*.{js,css}`).map(async (path) =>
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(readFileSync(path), BROTLI)),
    ),
  );
  writeFileSync(stamp, digest);
}

const filesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*`, { exclude: (path) => path.endsWith('dist') }).filter((path) => statSync(path).isFile());

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

if (import.meta.main) await buildDashboard();
