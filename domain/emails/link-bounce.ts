import type { Services } from '../context.ts';

type Authenticating = Pick<Services, 'authenticator'>;

/** Length of a token in base 32: 128 bits of the id, and 80 bits that only this installation can compute. */
const TOKEN_LENGTH = 42;
const ID_BYTES = 16;
const CODE_BYTES = 10;

/**
 * Returns the token of a mail's envelope sender, to which mail servers report (VERP). Base 32, because servers change the case of local
 * parts, and short, because a local part has at most 64 octets (RFC 5321, 4.5.3.1.1).
 */
export function bounceToken({ authenticator }: Authenticating, emailId: string): string {
  const code = authenticator
    .derive(authenticator.keyId, textOf(emailId))
    .toString('hex')
    .slice(0, CODE_BYTES * 2);
  return BigInt(`0x${emailId.replaceAll('-', '')}${code}`)
    .toString(32)
    .padStart(TOKEN_LENGTH, '0');
}

/** Returns the id of the mail that a token was made for; null for any other text. */
export function emailOfToken({ authenticator }: Authenticating, token: string): string | null {
  if (!TOKEN.test(token)) return null;
  const number = [...token].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n);
  const hex = number.toString(16).padStart((ID_BYTES + CODE_BYTES) * 2, '0');
  if (hex.length > (ID_BYTES + CODE_BYTES) * 2) return null;
  const emailId = hex.slice(0, ID_BYTES * 2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const code = Buffer.from(hex.slice(ID_BYTES * 2), 'hex');
  return authenticator.isDerived(textOf(emailId), code) ? emailId : null;
}

const TOKEN = new RegExp(`^[0-9a-v]{${TOKEN_LENGTH}}$`, 'i');
const textOf = (emailId: string): string => `bounce ${emailId}`;
