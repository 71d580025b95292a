import { sign, verify } from 'node:crypto';
import { decodeBase64, keyIdOf, NoteError, type NoteSigner, type NoteVerifier } from './note-keys.ts';

const LONGEST_NOTE = 1_000_000;
const MOST_SIGNATURES = 100;

interface Signature {
  name: string;
  keyId: string;
  value: Buffer;
}

/** Signs a text, which must end with a newline, as a note (C2SP signed-note). */
export function signNote(text: string, { name, key }: NoteSigner): string {
  if (!isText(text) || !text.endsWith('\n')) throw new NoteError('A note is lines of text, each ended by a newline');
  const signature = Buffer.concat([Buffer.from(keyIdOf(name, key), 'hex'), sign(null, Buffer.from(text), key)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

/**
 * Returns the text of a note signed by at least one of the verifiers' keys. Ignores signatures of other keys. Throws NoteError if no
 * verifier signed it, a verifier's signature is wrong, or it is not a note.
 */
export function openNote(note: string, verifiers: readonly NoteVerifier[]): string {
  const { text, signatures } = parseNote(note);
  let isSigned = false;
  for (const { name, keyId, value } of signatures) {
    const known = verifiers.find((verifier) => verifier.name === name && verifier.keyId === keyId);
    if (!known) continue;
    if (!verify(null, Buffer.from(text), known.key, value))
      throw new NoteError(`The signature of ${name}+${keyId} is wrong`);
    isSigned = true;
  }
  if (!isSigned) throw new NoteError('The note has no signature by a known key');
  return text;
}

function parseNote(note: string): { text: string; signatures: Signature[] } {
  const end = note.lastIndexOf('\n\n');
  if (note.length > LONGEST_NOTE || end < 0 || !isText(note) || !note.endsWith('\n'))
    throw new NoteError('Not a signed note');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) throw new NoteError(`The note has more than ${MOST_SIGNATURES} signatures`);
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): Signature {
  const [, name, encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = decodeBase64(encoded);
  if (!name || !bytes || bytes.length < 5) throw new NoteError('The note has a line that is not a signature');
  return { name, keyId: bytes.toString('hex', 0, 4), value: bytes.subarray(4) };
}

/** Returns whether a text has no control characters except newlines, and is well-formed Unicode. */
const isText = (text: string): boolean => !/[^\P{Cc}\n\x7f-\x9f]|\p{Cs}/u.test(text);
