import type { KeyObject } from 'node:crypto';
import type { NoteSigner } from '../../proof/log/index.ts';
import type { Placeholder } from '../../proof/pdf-signature/index.ts';

/** A signing key as others need it to check what it has signed. */
export interface SigningKey {
  /** JWK thumbprint (RFC 7638). */
  id: string;
  publicKey: KeyObject;
  createdAt: Date;
  /** Since when another key signs. */
  retiredAt: Date | null;
  /** What it has signed since then is not to be trusted: it may have been somebody else. */
  distrustedFrom: Date | null;
}

/** Signs statements and credentials with the installation's current Ed25519 key, and verifies what any of its keys has signed. */
export interface Signer {
  /** Of the key that signs now. */
  readonly keyId: string;
  /** All keys, the one that signs now first. */
  readonly keys: readonly SigningKey[];
  /** With the key of the id, where one was written into the message: SERVICE_UNAVAILABLE if another one signs by now. */
  sign(message: Uint8Array, keyId?: string): Uint8Array;
  /** False for an unknown key, too. */
  verify(keyId: string, message: Uint8Array, signature: Uint8Array): boolean;
}

/** Signs PDFs (PAdES) with the installation's document signing certificate. */
export interface PdfSigner {
  /** PEM: the certificates of all keys and their chains, the current one first. */
  readonly certificates: readonly string[];
  /** The dictionary of a signature that is claimed to be made at `time`, for the PDF to be rendered with. */
  placeholder(time: Date): Placeholder;
  /** Signs a PDF that has the placeholder at the byte offset `at`. */
  sign(pdf: Uint8Array, placeholder: Placeholder, at: number): Promise<Uint8Array>;
}

/** What API keys are hashed with: the current pepper, and those under which some of them are still stored. */
export interface Peppers {
  readonly current: string;
  readonly others: readonly string[];
}

/** Signs the heads of the transparency log (C2SP signed-note). */
export interface LogSigner {
  /** The log's name for verifiers, as in `certificates.example.org/log`; it stays as it is when the address changes. */
  readonly origin: string;
  readonly signer: NoteSigner;
}

/** Encrypts what has to be read again, such as secrets to sign with. */
export interface Vault {
  /** `place` names the row and column: what was encrypted for one place does not open at another. */
  seal(text: string, place?: string): Uint8Array;
  /** Throws for anything that was not encrypted for this place under a key of the installation. */
  open(sealed: Uint8Array, place?: string): string;
}

/**
 * Makes and checks message authentication codes under the installation's secrets, which the database does not have: a row that was
 * written or changed by SQL alone has no valid one. Each code names its key, so that the secret can change without rewriting rows.
 */
export interface Authenticator {
  /** Id of the key in use, 16 bytes. */
  readonly keyId: Buffer;
  /** Id of the key in use and HMAC-SHA-256 of the text (RFC 2104), 48 bytes. */
  mac(text: string): Buffer;
  /** Returns false for a missing code, and for one under an unknown key. */
  isMacOf(text: string, mac: Uint8Array | null | undefined): boolean;
  /** Returns true for the id of a known key. */
  holds(keyId: Uint8Array): boolean;
  /** Returns 16 bytes that only holders of the key can compute. Throws for an unknown key. */
  derive(keyId: Uint8Array, text: string): Buffer;
}
