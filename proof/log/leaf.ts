import { createHmac, createSecretKey } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Sealed statement about a certificate. */
export interface LoggedStatement {
  kind: 'issue' | 'revoke' | 'reinstate' | 'expiry' | 'reissue' | 'correct' | 'restore';
  /** SHA-256 of the certificate's claims, in lower-case hexadecimal. */
  verificationHash: string;
  /** Signed bytes. */
  statement: Uint8Array;
  /** 32 random bytes per certificate, the same for all its leaves. */
  salt: Uint8Array;
  time: Date;
}

const SALT_LENGTH = 32;
const VERIFICATION_HASH = /^[0-9a-f]{64}$/;

/**
 * Returns the log's entry for a statement: canonical JSON (RFC 8785) of
 *
 *     {"certificate": HEX, "kind": KIND, "statement": HEX, "time": ISO 8601, "version": 1}
 *
 * KIND is that of the statement. `certificate` is HMAC-SHA-256(salt, "certificate:" and the verification hash in hexadecimal), and
 * `statement` is HMAC-SHA-256(salt, "statement:" and the signed bytes). The time is in UTC with milliseconds.
 *
 * The entry omits the verification hash, which opens the certificate's public page, because the log is public. With the salt, `certificate`
 * identifies all leaves of a certificate. Once the salt is erased, no leaf can be linked to a person, and the log stays unchanged.
 */
export function encodeLeaf({ kind, verificationHash, statement, salt, time }: LoggedStatement): Buffer {
  if (salt.length !== SALT_LENGTH) throw new RangeError(`A leaf's salt has ${SALT_LENGTH} bytes, not ${salt.length}`);
  if (!VERIFICATION_HASH.test(verificationHash)) throw new RangeError('A verification hash has 64 lower-case digits');
  // A key object takes a third of the time of plain bytes.
  const key = createSecretKey(salt);
  const digest = (label: string, content: Uint8Array | string): string =>
    createHmac('sha256', key).update(`${label}:`).update(content).digest('hex');
  const leaf = canonicalize({
    version: 1,
    kind,
    certificate: digest('certificate', verificationHash),
    statement: digest('statement', statement),
    time: time.toISOString(),
  });
  return Buffer.from(leaf ?? '');
}

/** Content of a leaf. */
export interface Leaf {
  certificate: string;
  kind: string;
  statement: string;
  time: Date;
}

/** Parses an entry made by encodeLeaf; null for any other. */
export function parseLeaf(entry: Uint8Array): Leaf | null {
  const text = Buffer.from(entry).toString();
  const [, certificate = '', kind = '', statement = '', time = ''] = LEAF.exec(text) ?? [];
  const at = new Date(time);
  return Number.isNaN(at.getTime()) || at.toISOString() !== time ? null : { certificate, kind, statement, time: at };
}

const LEAF =
  /^\{"certificate":"([0-9a-f]{64})","kind":"(issue|revoke|reinstate|expiry|reissue|correct|restore)","statement":"([0-9a-f]{64})","time":"([^"]+)","version":1\}$/;
