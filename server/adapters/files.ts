import { open } from 'node:fs/promises';

/** Writes a new file and flushes it to disk. */
export async function writeNew(path: string, content: Uint8Array, mode?: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns null if the rejection means that the file does not exist. Rethrows any other error. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
