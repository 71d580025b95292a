import type { Services } from '../context.ts';
import { sha256 } from '../shared/crypto.ts';
import { type Chain, chainAfter, NO_STATEMENT, type SealedFacts } from './follow-chain.ts';
import {
  type ChangeStatement,
  type FileStatement,
  type IssueStatement,
  readChangeStatement,
  readIssueStatement,
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

/**
 * Reads a certificate's seals in the order of their numbers. Null unless each is a validly signed statement about this certificate, whose
 * last one is about this hash. Each change must also name the previous one.
 */
export function readSeals(
  { signer }: { signer: Pick<Services['signer'], 'verify'> },
  verificationHash: string,
  seals: readonly StoredSeal[],
): SealedFacts | null {
  let chain: Chain | null = NO_STATEMENT;
  let before: StoredSeal | undefined;
  for (const seal of seals) {
    if (!signer.verify(seal.keyId, Buffer.from(seal.statement), seal.signature)) return null;
    const statement: IssueStatement | ChangeStatement | null =
      seal.number === FILES ? readIssueStatement(seal.statement) : readChangeStatement(seal.statement);
    if (!statement || statement.sealedAt !== seal.createdAt.toISOString()) return null;
    if ('previous' in statement && !follows(statement, seal.number, before)) return null;
    chain = chainAfter(chain, statement);
    if (!chain) return null;
    before = seal;
  }
  const { hash, ...facts } = chain;
  return hash === null || hash === verificationHash ? facts : null;
}

/** Returns the validly signed statements about files among seals, even if others are missing. */
export const readEditions = (
  { signer }: { signer: Pick<Services['signer'], 'verify'> },
  seals: readonly StoredSeal[],
): FileStatement[] =>
  seals.flatMap(({ keyId, statement: text, signature }) => {
    const statement = readIssueStatement(text) ?? readChangeStatement(text);
    const isEdition = statement?.kind === 'issue' || statement?.kind === 'reissue';
    return isEdition && signer.verify(keyId, Buffer.from(text), signature) ? statement : [];
  });

/**
 * Returns true if a change continues the chain. The first one names no predecessor if it is older than the statement
 * about the files.
 */
function follows({ previous }: ChangeStatement, number: number, before: StoredSeal | undefined): boolean {
  if (number - 1 !== (before?.number ?? FILES)) return false;
  if (previous === null) return number === FILES + 1;
  return before !== undefined && sha256(before.statement).toString('hex') === previous;
}
