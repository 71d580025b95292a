import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const STAMP = 'dashboard/dist/.sources';

/** Builds the dashboard if its sources have changed since the last build; it takes two seconds. */
export async function buildDashboard(): Promise<void> {
  process.chdir(fileURLToPath(new URL('../', import.meta.url)));
  const sources = [
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
  await build({ configFile: 'dashboard/vite.config.ts', logLevel: 'warn' });
  writeFileSync(STAMP, digest);
}

if (import.meta.main) await buildDashboard();
