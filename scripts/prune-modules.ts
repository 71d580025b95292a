import { readdirSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FONT_FAMILIES, faceFiles } from '../templates-engine/fonts/catalogue.ts';

/**
 * What npm installs without anybody asking for it: development tools that are optional peers of better-auth and of tRPC, and a Node that the
 * image has already.
 */
const PACKAGES = [
  ...['typescript', '@typescript', '@types', 'vite', 'vitest', '@vitest', 'rolldown', '@rolldown', 'rollup', '@rollup'],
  ...['lightningcss', 'react', 'react-dom', 'node-linux', '.bin/node'],
];
const isUnwanted = (name: string): boolean =>
  PACKAGES.some(
    (unwanted) => name === unwanted || (!unwanted.startsWith('@') && name.startsWith(`${unwanted}-linux`)),
  ) || name.startsWith('node-linux-');

/** Node reads no source maps, and no TypeScript in packages; the engine takes fonts as WOFF. Licences stay. */
const UNREAD = /\.(map|woff2|[cm]?ts|flow|scss|markdown)$|(?<!LICEN[CS]E|NOTICE|COPYING)\.md$/i;
/** Directories of a package that its own tests and examples are in. */
const TESTS = /\/node_modules\/(@[^/]+\/)?[^/]+\/(tests?|__tests__|examples?|benchmarks?)$/;
/** Builds for browsers and bundlers, beside those for Node. */
const BUILDS =
  /\/node_modules\/(pdf-lib\/(dist|es)\/|satori\/dist\/(index\.cjs|standalone|experimental)|swagger-ui-dist\/swagger-ui-es-|jsonld\/dist\/)/;
const FONTS = /\/node_modules\/@(fontsource|expo-google-fonts)\//;

/**
 * Removes from a directory of modules what no process of production reads. Of fonts those files stay that the
 * catalogue knows: packages of Chinese, Japanese and Korean have each character twice.
 */
function prune(modules: string): { files: number; megabytes: number } {
  for (const name of [...readdirSync(modules), '.bin/node'])
    if (isUnwanted(name)) rmSync(join(modules, name), { recursive: true, force: true });
  const read = new Set(FONT_FAMILIES.flatMap((family) => faceFiles(family).map(({ path }) => path)));
  const isRead = (path: string): boolean => {
    if (UNREAD.test(path) || BUILDS.test(path)) return false;
    return !FONTS.test(path) || read.has(path) || /\.json$|LICENSE/.test(path);
  };
  const kept = { files: 0, megabytes: 0 };
  const walk = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (TESTS.test(path)) rmSync(path, { recursive: true });
        else walk(path);
      } else if (entry.isFile()) {
        if (!isRead(path)) rmSync(path);
        else {
          kept.files++;
          kept.megabytes += statSync(path).size / 1e6;
        }
      }
    }
    if (readdirSync(directory).length === 0) rmdirSync(directory);
  };
  walk(modules);
  return kept;
}

const [modules] = process.argv.slice(2);
// Named on purpose: a checkout whose modules are pruned can neither be checked nor tested any more.
if (modules === undefined) {
  process.stderr.write('prune-modules: takes the directory of modules to prune, which is one of production\n');
  process.exit(1);
}
const { files, megabytes } = prune(realpathSync(modules));
process.stdout.write(`${files} files, ${Math.round(megabytes)} MB\n`);
