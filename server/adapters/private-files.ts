import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError } from '../config.ts';

/** Parts of the data directory whose permissions are restricted. PostgreSQL restricts its own directory. */
const PARTS = ['secrets', 'outbox', 'postgres.change.lock', 'postgres.use.lock'];

/** Creates the data directory for the embedded database and the secrets. ConfigError if it is not writable. */
export async function makeDataDir({ DATABASE_URL, dataDir }: Config): Promise<void> {
  if (DATABASE_URL) return;
  try {
    // Root's permissions show only when it tries to write.
    await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR: got ${JSON.stringify(dataDir)}, must be a writable directory (${code}): start as its owner, or set DATA_DIR`,
    );
  }
}

/**
 * Restricts files of this process to its user (directories 0700, files 0600), whatever its initial umask. Also restricts existing secrets,
 * e-mails, locks and stored files, with their directories. A restored backup can have wider permissions.
 */
export async function keepPrivate({ dataDir, STORAGE_URL: storage }: Config): Promise<void> {
  process.umask(0o077);
  for (const part of PARTS) await restrictTree(join(dataDir, part));
  if (storage.startsWith('file:')) await restrictTree(fileURLToPath(storage));
  const isShared = [parse(dataDir).root, homedir(), tmpdir()].includes(dataDir);
  if (!isShared) await restrict(dataDir);
}

/** Restricts a tree. Recurses only into directories that others could enter, because a restricted one protects its content. */
async function restrictTree(path: string): Promise<void> {
  if (!(await restrict(path))) return;
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile()) await restrictTree(join(path, entry.name));
}

/** Removes all permissions of other users from a file or directory. Returns true for a directory that had any. */
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
    // The file is missing, or another user owns it.
    if (['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code)))
      return false;
    throw error;
  }
}
