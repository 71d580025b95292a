import { open } from 'node:fs/promises';

/** Writes a new file and waits until the disk has it. */
export async function writeNew(path: string, content: Uint8Array, mode?: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** For a rejected promise: null where there is no such file, else the error. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
