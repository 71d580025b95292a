import { createHash } from 'node:crypto';

/** The holder, known by a salted hash alone. */
export interface Recipient {
  /** As recorded with the certificate; hashed as it is. */
  email?: string | undefined;
  /** Hashed where there is no e-mail address. */
  name: string;
  /** At least 16 random bytes as text, of this certificate alone. */
  salt: string;
}

/**
 * An IdentityObject (Open Badges 3.0): `sha256$` and the SHA-256 of the identity followed by the salt, in hexadecimal. A
 * subject must have an id or an identifier, so it is the name where there is no address; both are kinds that the specification lists.
 */
export const identityObject = ({ email, name, salt }: Recipient) => ({
  type: 'IdentityObject',
  hashed: true,
  identityHash: `sha256$${createHash('sha256')
    .update(`${email ?? name}${salt}`)
    .digest('hex')}`,
  identityType: email === undefined ? 'name' : 'emailAddress',
  salt,
});
