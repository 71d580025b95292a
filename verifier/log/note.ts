import { ed25519 } from '@noble/curves/ed25519.js';
import { concat, fromBase64, hex, sha256, utf8 } from '../bytes.ts';

/** Ed25519 key of signed notes (C2SP signed-note). */
export interface NoteVerifier {
  name: string;
  /** Eight hexadecimal digits. Opening a note checks that they match the name and the key. */
  keyId: string;
  key: Uint8Array;
}

const ED25519 = 1;
const LONGEST_NOTE = 100_000;
const MOST_SIGNATURES = 100;

/** Parses `NAME+ID+KEY`; null unless it is an Ed25519 key. */
export function parseVerifierKey(text: string): NoteVerifier | null {
  const [, name = '', keyId = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  return bytes?.length === 33 && bytes[0] === ED25519 ? { name, keyId, key: bytes.subarray(1) } : null;
}

/** Returns the text of a note signed with the verifier's key; null if it is not. */
async function openNote(note: string, { name, keyId, key }: NoteVerifier): Promise<string | null> {
  const end = note.lastIndexOf('\n\n');
  if (note.length > LONGEST_NOTE || end < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  const id = await sha256(concat(utf8(`${name}\n`), Uint8Array.of(ED25519), key));
  if (lines.length > MOST_SIGNATURES || hex(id.subarray(0, 4)) !== keyId) return null;
  const ours = lines.flatMap((line) => {
    const [, signer, encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    return signer === name && bytes && hex(bytes.subarray(0, 4)) === keyId ? [bytes.subarray(4)] : [];
  });
  const isSigned = ours.length > 0 && ours.every((signature) => isEd25519(signature, utf8(text), key));
  return isSigned ? text : null;
}

/** Returns whether an Ed25519 signature (RFC 8032, 5.1.7) is valid; false for malformed bytes. */
export function isEd25519(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}

/** Content of a checkpoint (C2SP tlog-checkpoint): the log had this root hash at that size. */
export interface Head {
  size: number;
  root: Uint8Array;
}

/** Returns the head of a checkpoint signed with the log's key; null for anything else. */
export async function openCheckpoint(note: string, verifier: NoteVerifier): Promise<Head | null> {
  const text = await openNote(note, verifier);
  const [, origin, digits, encoded = ''] = /^(.+)\n(0|[1-9]\d{0,15})\n(.+)\n(?:.+\n)*$/.exec(text ?? '') ?? [];
  const root = fromBase64(encoded);
  const size = Number(digits);
  return origin === verifier.name && root?.length === 32 && Number.isSafeInteger(size) ? { size, root } : null;
}
