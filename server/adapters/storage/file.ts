import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileKey, FileStorage } from '../../../domain/context.ts';
import { sha256 } from '../../../domain/shared/crypto.ts';
import { nullIfMissing, writeNew } from '../files.ts';

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
        await writeNew(scratch, content);
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
