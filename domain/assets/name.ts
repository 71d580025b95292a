/** Name of an uploaded picture in certificates and designs: the SHA-256 of the uploaded bytes, in lower case. */
const NAME = /^asset:([0-9a-f]{64})$/;

/** Returns the digest in a picture's name; null for any other value. */
export function digestOfName(value: string): Buffer | null {
  const [, hex] = NAME.exec(value) ?? [];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

export const nameOf = (digest: Uint8Array): string => `asset:${Buffer.from(digest).toString('hex')}`;
