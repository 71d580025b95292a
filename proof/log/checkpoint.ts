import { HASH_LENGTH } from './hashes.ts';
import { decodeBase64, NoteError, type NoteSigner } from './note-keys.ts';
import { signNote } from './notes.ts';
import { rootAt, withCache } from './stored-tree.ts';
import type { StoredLog } from './tiles.ts';

/** Content of a checkpoint: the log had this root hash at that size. */
export interface Head {
  size: number;
  root: Buffer;
}

/** Thrown for a log that contradicts a previously signed head. Signing it would create two histories. */
export class ForkError extends Error {
  override name = 'ForkError';
}

/**
 * Signs the log's head as a checkpoint (C2SP tlog-checkpoint) with the signer's name as origin. `last` is the newest head ever signed.
 * Throws ForkError if the log is smaller, or its first entries do not match that head. The same head can be signed again.
 */
export async function signCheckpoint(signer: NoteSigner, log: StoredLog, last: Head | null): Promise<string> {
  const tiles = withCache(log);
  if (last && log.size < last.size)
    throw new ForkError(`The log has ${log.size} entries, and a head of ${last.size} entries has been signed`);
  if (last && !(await rootAt(tiles, last.size)).equals(last.root))
    throw new ForkError(`The log's first ${last.size} entries are not those whose head has been signed`);
  return signNote(headText(signer.name, { size: log.size, root: await rootAt(tiles, log.size) }), signer);
}

const headText = (origin: string, { size, root }: Head): string => `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Parses the text of a checkpoint whose signature openNote has verified. Throws NoteError for anything else. */
export function parseHead(text: string): Head & { origin: string } {
  const [, origin, digits, encoded = ''] = /^(.+)\n(0|[1-9]\d{0,15})\n(.+)\n(?:.+\n)*$/.exec(text) ?? [];
  const root = decodeBase64(encoded);
  const size = Number(digits);
  if (!origin || root?.length !== HASH_LENGTH || !Number.isSafeInteger(size)) throw new NoteError('Not a checkpoint');
  return { origin, size, root };
}
