import type { Services } from '../context.ts';
import { sha256 } from '../shared/crypto.ts';
import {
  type ChangeStatement,
  expiryOf,
  type FileStatement,
  readChangeStatement,
  readFileStatement,
  type StatusStatement,
} from './parse-statement.ts';
import { FILES } from './record.ts';

/** A stored seal. */
export interface StoredSeal {
  number: number;
  statement: string;
  signature: Uint8Array;
  keyId: string;
  createdAt: Date;
  logIndex: number | null;
  loggedAt: Date | null;
}

/** Content of a certificate's seals. */
export interface SealedFacts {
  /** Null before rendering. */
  files: FileStatement | null;
  /** Last change of the status; null if it never changed. */
  status: StatusStatement | null;
  /** Last sealed expiry, null for never; undefined before rendering if it never changed. */
  expiresAt: Date | null | undefined;
}

/**
 * Reads a certificate's seals in the order of their numbers. Null unless each is a validly signed statement about this certificate. Each
 * change must also name the previous one.
 */
export function readSeals(
  { signer }: { signer: Pick<Services['signer'], 'verify'> },
  verificationHash: string,
  seals: readonly StoredSeal[],
): SealedFacts | null {
  const facts: SealedFacts = { files: null, status: null, expiresAt: undefined };
  let before: StoredSeal | undefined;
  for (const seal of seals) {
    if (!signer.verify(seal.keyId, Buffer.from(seal.statement), seal.signature)) return null;
    const statement = seal.number === FILES ? readFileStatement(seal.statement) : readChangeStatement(seal.statement);
    if (!statement || statement.verificationHash !== verificationHash) return null;
    if (statement.sealedAt !== seal.createdAt.toISOString()) return null;
    if ('previous' in statement && !follows(statement, seal.number, before)) return null;
    if (statement.kind === 'issue') facts.files = statement;
    if (statement.kind === 'revoke' || statement.kind === 'reinstate') facts.status = statement;
    if (statement.kind === 'issue' || statement.kind === 'expiry') facts.expiresAt = expiryOf(statement);
    before = seal;
  }
  return facts;
}

/**
 * Returns true if a change continues the chain. The first one names no predecessor if it is older than the statement
 * about the files.
 */
function follows({ previous }: ChangeStatement, number: number, before: StoredSeal | undefined): boolean {
  if (number - 1 !== (before?.number ?? FILES)) return false;
  if (previous === null) return number === FILES + 1;
  return before !== undefined && sha256(before.statement).toString('hex') === previous;
}
