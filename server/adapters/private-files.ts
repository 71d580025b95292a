import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError } from '../config.ts';

/** Parts of the data directory whose permissions are restricted; PostgreSQL restricts those of its own directory. */
const PARTS = ['secrets', 'outbox', 'postgres.change.lock', 'postgres.use.lock'];

/** Makes the data directory, where it is to have the database and the secrets. ConfigError where nothing can be written there. */
export async function makeDataDir({ DATABASE_URL, dataDir }: Config): Promise<void> {
  if (DATABASE_URL) return;
  try {
    // What root may do is known by trying alone.
    await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATA_DIR: got ${JSON.stringify(dataDir)}, takes a directory that can be written (${code})`);
  }
}

/**
 * Makes what this process writes accessible to its user only (directories 0700, files 0600), whatever umask it was started
 * with, and restricts what others may read, as in a restored backup: secrets, mails, locks, stored files, and their directories.
 */
export async function keepPrivate({ dataDir, STORAGE_URL: storage }: Config): Promise<void> {
  process.umask(0o077);
  for (const part of PARTS) await restrictTree(join(dataDir, part));
  if (storage.startsWith('file:')) await restrictTree(fileURLToPath(storage));
  const isShared = [parse(dataDir).root, homedir(), tmpdir()].includes(dataDir);
  if (!isShared) await restrict(dataDir);
}

/** Recurses only into directories that others could enter: a restricted one protects its content. */
async function restrictTree(path: string): Promise<void> {
  if (!(await restrict(path))) return;
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile()) await restrictTree(join(path, entry.name));
}

/** Removes the permissions of others on a file or a directory; true for a directory that had any. */
async function restrict(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    const { mode } = found;
    const isDirectory = found.isDirectory();
    // A directory with the sticky bit is shared by all users, such as /tmp.
    if ((mode & 0o077) === 0 || (mode & 0o1000) !== 0) return false;
    await chmod(path, isDirectory ? 0o700 : 0o600);
    return isDirectory;
  } catch (error) {
    // Missing, or owned by another user.
    if (['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code)))
      return false;
    throw error;
  }
}
