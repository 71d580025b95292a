/** How certificates and designs name an uploaded picture: by the SHA-256 of the uploaded bytes, in lower case. */
const NAME = /^asset:([0-9a-f]{64})$/;

/** The digest that a value names; null where it is no picture's name. */
export function digestOfName(value: string): Buffer | null {
  const [, hex] = NAME.exec(value) ?? [];
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

export const nameOf = (digest: Uint8Array): string => `asset:${Buffer.from(digest).toString('hex')}`;
