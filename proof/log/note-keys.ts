import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** Thrown for a malformed note or key (C2SP signed-note), and for a note without a valid signature. */
export class NoteError extends Error {
  override name = 'NoteError';
}

/** Ed25519 private key with the name under which it signs: a log's origin, which is a URL without scheme. */
export interface NoteSigner {
  name: string;
  key: KeyObject;
}

export interface NoteVerifier {
  name: string;
  /** Eight hexadecimal digits. */
  keyId: string;
  key: KeyObject;
}

/** Signature type of Ed25519 (C2SP signed-note). */
const ED25519 = Buffer.of(1);
const KEY_LENGTH = 32;
/** Bytes before a key in its SubjectPublicKeyInfo (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the public key for verifiers as `NAME+ID+KEY`. */
export function verifierKey({ name, key }: NoteSigner): string {
  return `${name}+${keyIdOf(name, key)}+${Buffer.concat([ED25519, rawKey(key)]).toString('base64')}`;
}

/** Parses an Ed25519 verifier key. Throws NoteError for anything else. */
export function parseVerifierKey(text: string): NoteVerifier {
  const [, name = '', keyId = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = decodeBase64(encoded);
  if (!isName(name) || bytes?.length !== ED25519.length + KEY_LENGTH || !bytes.subarray(0, 1).equals(ED25519))
    throw new NoteError('A verifier key must be NAME+ID+KEY, of Ed25519');
  const key = createPublicKey({ key: Buffer.concat([SPKI, bytes.subarray(1)]), format: 'der', type: 'spki' });
  if (keyIdOf(name, key) !== keyId) throw new NoteError(`The verifier key of ${name} has another id than it says`);
  return { name, keyId, key };
}

/** Returns the key id of a name and a key, public or private: eight hexadecimal digits. */
export function keyIdOf(name: string, key: KeyObject): string {
  if (!isName(name)) throw new NoteError(`A key's name has no spaces and no +, unlike ${JSON.stringify(name)}`);
  const hashed = createHash('sha256').update(`${name}\n`).update(ED25519).update(rawKey(key));
  return hashed.digest('hex').slice(0, 8);
}

const isName = (name: string): boolean => /^[^\s\p{C}+]+$/u.test(name);

function rawKey(key: KeyObject): Buffer {
  if (key.asymmetricKeyType !== 'ed25519') throw new NoteError('A key of notes must be Ed25519');
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
}

/** Decodes base64; null for invalid input, which Node would skip. */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
