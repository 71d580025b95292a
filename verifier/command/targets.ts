import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LARGEST_FILE, makeWeb } from '../index.ts';
import { UsageError } from './options.ts';

/** Item to verify: a file's bytes, or the hash in the address of a verification page. */
export type Target = { name: string } & ({ bytes: Uint8Array } | { hash: string; origin: string });

/** A file that cannot be read fails without affecting the rest. */
export interface Unreadable {
  name: string;
  problem: string;
}

const CERTIFICATE = /\.(?:pdf|png)$/i;

/** Reads the files that the arguments name one at a time. A folder's PDFs and PNGs are sorted by name. */
export async function* readTargets(
  names: readonly string[],
  { offline, origins }: { offline: boolean; origins: readonly string[] | null },
): AsyncGenerator<Target | Unreadable> {
  for (const name of names) {
    try {
      if (/^https?:\/\//.test(name)) yield await fetchTarget(name, offline, origins);
      else for (const path of await filesOf(name)) yield await readTarget(path);
    } catch (error) {
      yield { name, problem: problemOf(error) };
    }
  }
}

/** Returns a file or its problem, so that one unreadable file does not stop a folder. */
const readTarget = async (name: string): Promise<Target | Unreadable> =>
  readBounded(name).then(
    (bytes) => ({ name, bytes }),
    (error: unknown) => ({ name, problem: problemOf(error) }),
  );

const problemOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);

async function filesOf(name: string): Promise<string[]> {
  const about = await stat(name);
  if (about.isFile()) return [name];
  if (!about.isDirectory()) throw new UsageError(`${name} is neither a file nor a folder`);
  const entries = await readdir(name, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && CERTIFICATE.test(entry.name)).map((entry) => entry.name);
  if (files.length === 0) throw new UsageError(`${name} has no PDF and no PNG`);
  return files.sort().map((file) => join(name, file));
}

/** Reads a file. Returns one byte more than the limit if it is larger. */
async function readBounded(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(Math.min(size, LARGEST_FILE + 1));
    let length = 0;
    for (let read = -1; length < bytes.length && read !== 0; length += read)
      read = (await file.read(bytes, length, bytes.length - length)).bytesRead;
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** Fetches an address. With a trust, only its own addresses are requested. */
async function fetchTarget(name: string, offline: boolean, origins: readonly string[] | null): Promise<Target> {
  if (offline) throw new UsageError(`${name} needs the network`);
  const { origin, pathname } = new URL(name);
  const [, hash] = /^\/verify\/([0-9a-f]{64})$/i.exec(pathname) ?? [];
  if (origins && !origins.includes(origin)) throw new UsageError(`${name} is not an address that the trust names`);
  if (hash) return { name, hash: hash.toLowerCase(), origin };
  const bytes = await makeWeb([origin]).get(name, LARGEST_FILE);
  if (!bytes) throw new UsageError(`${name} has nothing`);
  return { name, bytes };
}
