import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** Returns one line with the reason why one of PostgreSQL's programs failed: from its output, or a full disk that prevented the output. */
export async function failureReason(what: string, directory: string, output: string): Promise<string> {
  return `${what}: ${decisiveLine(output) ?? ((await isFull(dirname(directory))) ? 'the disk is full' : lastLine(output))}`;
}

/** Returns PostgreSQL's last error. After a full disk, returns the first error that mentions it, because later ones are consequences. */
function decisiveLine(output: string): string | undefined {
  const lines = output.split('\n');
  const line =
    lines.find((candidate) => /No space left|wrote only \d+ of/.test(candidate)) ??
    lines.findLast((candidate) => /\b(FATAL|PANIC|error):|error while loading/.test(candidate));
  // Without the timestamp and process id of a log line, or the name of the program.
  return line?.replace(/^.*?\b(FATAL|PANIC|ERROR|error): +/, '');
}

const lastLine = (output: string) => output.trim().split('\n').at(-1) || 'it gave no reason';

async function isFull(path: string): Promise<boolean> {
  const disk = await statfs(path);
  return disk.bavail * disk.bsize < MIN_FREE_BYTES;
}
