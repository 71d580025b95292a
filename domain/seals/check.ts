import type { Services } from '../context.ts';
import { sha256 } from '../shared/crypto.ts';
import { type FileStatement, readFileStatement, readStatusStatement, type StatusStatement } from './parse-statement.ts';
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
}

/**
 * Reads a certificate's seals in the order of their numbers. Null unless each is a validly signed statement about this certificate. Each
 * statement about its status must also name the previous one.
 */
export function readSeals(
  { signer }: { signer: Pick<Services['signer'], 'verify'> },
  verificationHash: string,
  seals: readonly StoredSeal[],
): SealedFacts | null {
  const facts: SealedFacts = { files: null, status: null };
  let before: StoredSeal | undefined;
  for (const seal of seals) {
    if (!signer.verify(seal.keyId, Buffer.from(seal.statement), seal.signature)) return null;
    const statement = seal.number === FILES ? readFileStatement(seal.statement) : readStatusStatement(seal.statement);
    if (!statement || statement.verificationHash !== verificationHash) return null;
    if (statement.sealedAt !== seal.createdAt.toISOString()) return null;
    if ('previous' in statement) {
      if (!follows(statement, seal.number, before)) return null;
      facts.status = statement;
    } else facts.files = statement;
    before = seal;
  }
  return facts;
}

/**
 * Returns true if a statement about the status continues the chain. The first one names no predecessor if it is older than the statement
 * about the files.
 */
function follows({ previous }: StatusStatement, number: number, before: StoredSeal | undefined): boolean {
  if (number - 1 !== (before?.number ?? FILES)) return false;
  if (previous === null) return number === FILES + 1;
  return before !== undefined && sha256(before.statement).toString('hex') === previous;
}
