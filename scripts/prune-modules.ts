import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { FONT_FAMILIES, faceFiles } from '../templates-engine/fonts/catalogue.ts';

/** Folders of the processes in production. Any module in them can be an entry point. */
const SOURCES = [
  'server',
  'procedures',
  'domain',
  'database',
  'embedded-postgres',
  'jobs',
  'templates-engine',
  'proof',
];

/**
 * Development tools that npm installs as optional peers of better-auth and of tRPC, and a Node that the image already has. They are listed
 * because the packages that would use them are traced.
 */
const UNWANTED =
  /^(@?typescript|@types|vite|@?vitest|@?rolldown|@?rollup|lightningcss(-.*)?|react|react-dom|node-(linux|darwin|win)-.*|node)$/;

const CODE = /\.([cm]?js|json|[cm]?ts|flow)$/;
/** Files that are read by path, which tracing of imports does not find. */
const READ_BY_PATH = /\/package\.json$|\/swagger-ui-dist\/swagger-ui(-bundle\.js|-standalone-preset\.js|\.css)$/;
/** Licences, which always stay. */
const LICENCE = /\/[^/]*(LICEN[CS]E|NOTICE|COPYING)[^/]*$/i;
const UNREAD = /\.(map|woff2|scss|md|markdown|html|yml)$|\/\.[^/]*(rc|ignore|config)$/i;
const FONTS = /\/@(fontsource|expo-google-fonts)\//;

/** Returns the files of packages that the product's modules reach by import or require, from `root`. */
async function tracedFiles(root: string): Promise<Set<string>> {
  const entries = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d|\.test)\.ts$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(root, folder, name)),
  );
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    ignore: (path) => UNWANTED.test(packageOf(path)) || FONTS.test(`/${path}`) || path.includes('/.cache/'),
    // The tracer reads JavaScript.
    readFile: async (path) => {
      if (!existsSync(path) || !statSync(path).isFile()) return null;
      const content = await readFile(path);
      const isOurs = path.endsWith('.ts') && !path.includes('/node_modules/');
      return isOurs ? stripTypeScriptTypes(content.toString()) : content;
    },
  });
  return fileList;
}

/** Returns the package of a path below `node_modules`, without the part after a scope. */
function packageOf(path: string): string {
  return /(?:^|\/)node_modules\/([^/]+)/.exec(path)?.[1] ?? '';
}

/**
 * Removes files from a directory of modules that no process in production reads: development tools, code that nothing imports, and fonts
 * outside the catalogue. Packages of Chinese, Japanese and Korean fonts contain each character twice.
 *
 * @param root - a checkout with all packages of the same lock file, in which imports are followed
 */
async function prune(modules: string, root: string): Promise<{ files: number; megabytes: number }> {
  const traced = await tracedFiles(root);
  const fonts = new Set(
    FONT_FAMILIES.flatMap((family) => faceFiles(family).map(({ path }) => relative(join(root, 'node_modules'), path))),
  );
  const isRead = (name: string): boolean => {
    const path = `/${name}`;
    if (LICENCE.test(path) || READ_BY_PATH.test(path)) return true;
    if (FONTS.test(path)) return fonts.has(name) || /\/(metadata|unicode)\.json$/.test(path);
    return CODE.test(path) ? traced.has(`node_modules/${name}`) : !UNREAD.test(path);
  };
  const kept = { files: 0, megabytes: 0 };
  const walk = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) {
        if (!isRead(relative(modules, path))) rmSync(path);
        else {
          kept.files++;
          kept.megabytes += statSync(path).size / 1e6;
        }
      }
    }
    if (readdirSync(directory).length === 0) rmdirSync(directory);
  };
  for (const name of readdirSync(modules)) {
    if (UNWANTED.test(name)) rmSync(join(modules, name), { recursive: true });
  }
  // Programs of packages, for use in a shell.
  rmSync(join(modules, '.bin'), { recursive: true, force: true });
  walk(modules);
  return kept;
}

const [modules] = process.argv.slice(2);
// A required argument, because a checkout with pruned modules can no longer be checked or tested.
if (modules === undefined) {
  process.stderr.write('prune-modules: give the directory of modules to prune, which must belong to production\n');
  process.exit(1);
}
const { files, megabytes } = await prune(resolve(modules), process.cwd());
process.stdout.write(`${files} files, ${Math.round(megabytes)} MB\n`);
