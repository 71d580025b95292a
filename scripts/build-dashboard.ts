import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const STAMP = 'dashboard/dist/.sources';

/** Builds the dashboard if its sources have changed since the last build; it takes two seconds. */
export async function buildDashboard(): Promise<void> {
  process.chdir(fileURLToPath(new URL('../', import.meta.url)));
  const sources = [
    'scripts/build-dashboard.ts',
    'package-lock.json',
    'domain/limits.ts',
    'templates-engine/text/placeholders.ts',
    ...globSync('templates-engine/**/properties.ts'),
    ...globSync('dashboard/**/*', { exclude: (path) => path.endsWith('dist') }).filter((path) =>
      statSync(path).isFile(),
    ),
  ];
  const hash = createHash('sha256');
  for (const path of sources.sort()) hash.update(`${path}\0`).update(readFileSync(path));
  const digest = hash.digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return;
  // Loaded only if needed: loading takes longer than the comparison.
  const { build } = await import('vite');
  await asProduction(() => build({ configFile: 'dashboard/vite.config.ts', logLevel: 'warn' }));
  writeFileSync(STAMP, digest);
}

/** Vite builds by NODE_ENV, which is `test` where tests build: React's development build would be served afterwards. */
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
