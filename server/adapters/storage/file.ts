import { randomUUID } from 'node:crypto';
import { mkdir, opendir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileKey } from '../../../domain/ports/storage.ts';
import { sha256 } from '../../../domain/shared/crypto.ts';
import { nullIfMissing, writeNew } from '../files.ts';
import type { Storage } from './storage.ts';

/** Suffix of a file that is being written. */
const SCRATCH = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores files in a directory that all processes share. Writes are atomic, even in a crash. */
export function makeFileStorage(directory: string): Storage {
  const pathOf = ({ organisationId, id, name }: FileKey) => join(directory, organisationId, id, name);
  const get = (key: FileKey) => readFile(pathOf(key)).catch(nullIfMissing);
  return {
    async put(...files) {
      await Promise.all(files.map(({ key, content }) => write(pathOf(key), content)));
    },
    get,
    async digest(key) {
      const content = await get(key);
      return content && sha256(content);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async removeOthers({ organisationId, id }, kept) {
      const names = await readdir(join(directory, organisationId, id)).catch(nullIfMissing);
      for (const name of names ?? [])
        if (!kept.includes(name)) await rm(pathOf({ organisationId, id, name }), { force: true });
    },
    async *keys() {
      for await (const organisationId of namesIn(directory))
        for await (const id of namesIn(join(directory, organisationId)))
          for await (const name of namesIn(join(directory, organisationId, id)))
            if (!SCRATCH.test(name)) yield { organisationId, id, name };
    },
    async check() {
      const error = await mkdir(directory, { recursive: true }).then(
        () => null,
        (failure: NodeJS.ErrnoException) => failure,
      );
      return error && { reason: `the directory can't be created (${error.code})`, detail: error.message };
    },
  };
}

async function* namesIn(directory: string): AsyncGenerator<string> {
  const entries = await opendir(directory).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOTDIR' ? null : nullIfMissing(error),
  );
  if (entries) for await (const { name } of entries) yield name;
}

async function write(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const scratch = `${path}.${randomUUID()}`;
  try {
    await writeNew(scratch, content);
    await rename(scratch, path);
  } catch (error) {
    await rm(scratch, { force: true });
    throw error;
  }
}
