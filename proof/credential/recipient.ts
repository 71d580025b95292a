import { hash } from 'node:crypto';

/** Holder of a credential, identified by a salted digest. */
export interface Recipient {
  type: 'emailAddress' | 'name';
  /** `identityDigest` of the mailbox or the name. */
  digest: string;
  /** At least 16 random bytes as text, unique to this certificate. */
  salt: string;
}

/** Returns the SHA-256, in hexadecimal, of an identity followed by its salt (Open Badges 3.0, 8.6, IdentityHash). */
export const identityDigest = (identity: string, salt: string): string => hash('sha256', identity + salt, 'hex');

/** Returns the recipient with an identity, a mailbox or a name. */
export const hashedRecipient = (type: Recipient['type'], identity: string, salt: string): Recipient => ({
  type,
  digest: identityDigest(identity, salt),
  salt,
});

/**
 * Returns an IdentityObject (Open Badges 3.0). A subject must have an id or an identifier, so the name is used if there is no address. The
 * specification lists both types.
 */
export const identityObject = ({ type, digest, salt }: Recipient) => ({
  type: 'IdentityObject',
  hashed: true,
  identityHash: `sha256$${digest}`,
  identityType: type,
  salt,
});
