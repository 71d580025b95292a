import { createReadStream } from 'node:fs';
import { CommandError } from '../../domain/errors.ts';
import type { Terminal } from './terminal.ts';

/** Text about `-` in the descriptions of options. */
export const OR_STDIN = '; - reads standard input';

/** Reads the file of an option, or standard input for `-`. CommandError if it can't be read or has more than `most` bytes. */
export async function readGivenFile(
  terminal: Terminal,
  { name, path, most }: { name: string; path: string; most: number },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of path === '-' ? terminal.input() : createReadStream(path)) {
      size += chunk.length;
      if (size > most) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new CommandError(`--${name}: can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (size > most) throw new CommandError(`--${name}: is too large. Use at most ${most} bytes`);
  return Buffer.concat(chunks);
}
