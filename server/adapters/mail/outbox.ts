import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Send } from './wire.ts';

/** Writes `.eml` files, for trying things out without a mail server. A repetition replaces the file, so each is there once. */
export function makeOutbox(dataDir: string): Send {
  const directory = join(dataDir, 'outbox');
  return async ({ messageId, bytes }) => {
    await mkdir(directory, { recursive: true });
    const file = join(directory, `${messageId.replaceAll(/[^\w.@-]/g, '')}.eml`);
    const scratch = `${file}.${randomUUID()}`;
    await writeFile(scratch, bytes);
    await rename(scratch, file);
    return { state: 'sent' };
  };
}
