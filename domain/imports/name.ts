/** Name of an uploaded file: the SHA-256 of its bytes, in lower case. */
const NAME = /^file:([0-9a-f]{64})$/;

/** Returns the digest in a file's name; null for any other value. */
export function digestOfFile(value: string): Buffer | null {
  const [, hex] = NAME.exec(value) ?? [];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

export const nameOfFile = (digest: Uint8Array): string => `file:${Buffer.from(digest).toString('hex')}`;
