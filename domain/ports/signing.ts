import type { KeyObject } from 'node:crypto';
import type { NoteSigner } from '../../proof/log/index.ts';
import type { Placeholder } from '../../proof/pdf-signature/index.ts';

/** Data of a signing key that verifiers need. */
export interface SigningKey {
  /** JWK thumbprint (RFC 7638). */
  id: string;
  publicKey: KeyObject;
  createdAt: Date;
  /** Time since which another key signs. */
  retiredAt: Date | null;
  /** Time from which the key's signatures are not trusted, because someone else may have used it. */
  distrustedFrom: Date | null;
}

/** Signs statements and credentials with the installation's current Ed25519 key, and verifies signatures of all its keys. */
export interface Signer {
  /** Id of the current key. */
  readonly keyId: string;
  /** All keys, the current one first. */
  readonly keys: readonly SigningKey[];
  /** Signs with the current key. `keyId` is the key named in the message; SERVICE_UNAVAILABLE if another one is current by now. */
  sign(message: Uint8Array, keyId?: string): Uint8Array;
  /** Returns true for a valid signature; false if the key is unknown. */
  verify(keyId: string, message: Uint8Array, signature: Uint8Array): boolean;
}

/** Signs PDFs (PAdES) with the installation's document signing certificate. */
export interface PdfSigner {
  /** Certificates of all keys and their chains as PEM, the current one first. */
  readonly certificates: readonly string[];
  /** Returns the dictionary of a signature with the claimed time `time`, with which the PDF is rendered. */
  placeholder(time: Date): Placeholder;
  /** Signs a PDF that has the placeholder at the byte offset `at`. */
  sign(pdf: Uint8Array, placeholder: Placeholder, at: number): Promise<Uint8Array>;
}

/** Peppers for hashing API keys: the current one, and former ones of keys that are not rehashed yet. */
export interface Peppers {
  readonly current: string;
  readonly others: readonly string[];
}

/** Signs the heads of the transparency log (C2SP signed-note). */
export interface LogSigner {
  /** The log's name for verifiers, such as `certificates.example.org/log`. It does not change with the address. */
  readonly origin: string;
  readonly signer: NoteSigner;
}

/** Encrypts data that must be readable again, such as signing secrets. */
export interface Vault {
  /** Encrypts a text. `place` names the row and column; the result cannot be opened at another place. */
  seal(text: string, place?: string): Uint8Array;
  /** Decrypts a text. Throws unless it was encrypted for this place under a key of the installation. */
  open(sealed: Uint8Array, place?: string): string;
}

/**
 * Makes and checks message authentication codes under the installation's secrets, which the database does not have. A row that was written
 * or changed by SQL therefore has no valid code. Each code names its key, so that the secret can change without rewriting rows.
 */
export interface Authenticator {
  /** Id of the current key, 16 bytes. */
  readonly keyId: Buffer;
  /** Returns the id of the current key and the HMAC-SHA-256 of the text (RFC 2104), 48 bytes. */
  mac(text: string): Buffer;
  /** Returns true for a valid code; false if it is missing or its key is unknown. */
  isMacOf(text: string, mac: Uint8Array | null | undefined): boolean;
  /** Returns true for the id of a known key. */
  holds(keyId: Uint8Array): boolean;
  /** Returns 16 bytes that only holders of the key can compute. Throws for an unknown key. */
  derive(keyId: Uint8Array, text: string): Buffer;
  /** Returns true if `derive` returns bytes that begin with these under a known key. */
  isDerived(text: string, start: Uint8Array): boolean;
}
