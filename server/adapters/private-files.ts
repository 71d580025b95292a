import { chmod, readdir, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';

/** What of the data directory is ours to narrow; the database's own directory is PostgreSQL's, and private by its making. */
const PARTS = ['secrets', 'outbox', 'postgres.change.lock', 'postgres.use.lock'];

/**
 * Keeps what this process writes to its user alone (directories 0700, files 0600), whatever umask it was started with, and
 * narrows what an earlier version left open: secrets, mails, locks, stored files, and the directories that hold them.
 */
export async function keepPrivate({ dataDir, STORAGE_URL: storage }: Config): Promise<void> {
  process.umask(0o077);
  for (const part of PARTS) await narrow(join(dataDir, part));
  if (storage.startsWith('file:')) await narrow(fileURLToPath(storage));
  const isShared = [parse(dataDir).root, homedir(), tmpdir()].includes(dataDir);
  if (!isShared) await restrict(dataDir);
}

/** A directory that is closed hides what is in it: only one that was open is gone through, once. */
async function narrow(path: string): Promise<void> {
  if (!(await restrict(path))) return;
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile()) await narrow(join(path, entry.name));
}

/** Takes away what others may do with a file or a directory; whether it was a directory that they could look into. */
async function restrict(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    const { mode } = found;
    const isDirectory = found.isDirectory();
    // A directory with the sticky bit is for everybody to write into: it is not ours.
    if ((mode & 0o077) === 0 || (mode & 0o1000) !== 0) return false;
    await chmod(path, isDirectory ? 0o700 : 0o600);
    return isDirectory;
  } catch (error) {
    // Not there yet, or somebody else's to protect.
    if (['ENOENT', 'EPERM', 'EACCES', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
}
