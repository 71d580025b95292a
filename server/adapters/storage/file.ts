import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileKey, FileStorage } from '../../../domain/context.ts';
import { sha256 } from '../../../domain/shared/crypto.ts';

/** Files in a directory that all processes share. Writing is atomic, also in a crash. */
export function makeFileStorage(directory: string): FileStorage {
  const pathOf = ({ organisationId, id, name }: FileKey) => join(directory, organisationId, id, name);
  const get = (key: FileKey) => readFile(pathOf(key)).catch(nullIfMissing);
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const scratch = `${path}.${randomUUID()}`;
      try {
        await write(scratch, content);
        await rename(scratch, path);
      } catch (error) {
        await rm(scratch, { force: true });
        throw error;
      }
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
  };
}

/** Writes a new file and waits until the disk has it. */
async function write(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
