import { randomUUID } from 'node:crypto';
import { link, mkdir, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LogFiles } from '../../../domain/services/log-places.ts';
import { nullIfMissing, writeNew } from '../files.ts';

/**
 * Files in a directory, which must be there: where a disk is not mounted, nothing is written in its place. Writing is atomic,
 * also in a crash, and files can be read by everybody who may read the directory, as a web server that publishes them.
 */
export function openDirectory(directory: string): LogFiles {
  const pathOf = (path: string) => join(directory, ...path.split('/'));
  const assertThere = () => stat(directory);
  /** Writes a scratch file beside its place, has it put there, and deletes what is left of it. */
  const withScratch = async <Result>(path: string, content: Uint8Array, put: (scratch: string) => Promise<Result>) => {
    await assertThere();
    await mkdir(dirname(path), { recursive: true });
    const scratch = `${path}.${randomUUID()}`;
    try {
      await writeNew(scratch, content, 0o644);
      return await put(scratch);
    } finally {
      await rm(scratch, { force: true });
    }
  };
  return {
    async get(path) {
      await assertThere();
      return readFile(pathOf(path)).catch(nullIfMissing);
    },
    async create(path, content) {
      const place = pathOf(path);
      const isThere = await stat(place).catch(nullIfMissing);
      if (isThere) return false;
      return withScratch(place, content, (scratch) => link(scratch, place).then(() => true, falseIfThere));
    },
    replace: (path, content) => withScratch(pathOf(path), content, (scratch) => rename(scratch, pathOf(path))),
    async lastName(inDirectory, after, pattern) {
      await assertThere();
      const entries = await opendir(pathOf(inDirectory)).catch(nullIfMissing);
      let last = after;
      if (entries) for await (const { name } of entries) if (name > last && pattern.test(name)) last = name;
      return last === after ? null : last;
    },
    remove: (path) => rm(pathOf(path), { force: true }),
  };
}

function falseIfThere(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'EEXIST') return false;
  throw error;
}
