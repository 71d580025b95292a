import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');

/** Bundle of the command for Node 20. Its libraries are their browser versions, without an HTTP client. */
const built = (await build({
  configFile: false,
  root: HERE,
  logLevel: 'warn',
  resolve: { mainFields: ['browser', 'module', 'main'] },
  build: {
    target: 'node20',
    outDir: DIST,
    emptyOutDir: true,
    minify: false,
    modulePreload: false,
    rolldownOptions: {
      input: join(HERE, 'command/main.ts'),
      external: /^node:/,
      output: { format: 'es', entryFileNames: 'laurel-verify.js', chunkFileNames: '[name].js' },
    },
  },
})) as Rolldown.RolldownOutput;

const modules = built.output.flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []));
writeFileSync(join(DIST, 'THIRD-PARTY-LICENCES.txt'), licencesOf(modules));

/** Returns the licences of the bundled packages, as each of them requires. */
function licencesOf(paths: readonly string[]): string {
  const roots = paths.flatMap((path) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(roots)].sort().map(licenceOf).join('\n\n');
}

function licenceOf(root: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = existsSync(root) ? readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry)) : undefined;
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(root, file), 'utf8') : ''}`;
}
