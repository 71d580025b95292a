import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Send } from './wire.ts';

/**
 * Writes `.eml` files, for use without a mail server. Writes are atomic, and a repetition replaces the file. The file appears once the
 * hand-over is recorded, because its links open with it.
 */
export function makeOutbox(dataDir: string): Send {
  const directory = join(dataDir, 'outbox');
  return async ({ messageId, bytes }, handOver) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, `${messageId.replaceAll(/[^\w.@-]/g, '')}.eml`);
    const scratch = `${file}.${randomUUID()}`;
    await writeThrough(scratch, bytes);
    if (await handOver()) {
      await rename(scratch, file);
      return { state: 'sent' };
    }
    await rm(scratch);
    return { state: 'unsent', reason: 'another run has written it, or it is withdrawn' };
  };
}

/** Writes a file and flushes it to disk. */
async function writeThrough(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
