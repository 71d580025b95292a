import { randomUUID } from 'node:crypto';
import { link, mkdir, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LogFiles } from '../../../domain/ports/log-destinations.ts';
import { nullIfMissing, writeNew } from '../files.ts';

/**
 * Opens a directory for files. It must exist, so that nothing is written below the mount point of an unmounted disk. Writes are atomic,
 * even in a crash. Everyone who may read the directory can read the files, such as a web server that publishes them.
 */
export function openDirectory(directory: string): LogFiles {
  const pathOf = (path: string) => join(directory, ...path.split('/'));
  const assertThere = () => stat(directory);
  /** Writes a temporary file next to the target, lets `put` move it there, and deletes any remains. */
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
