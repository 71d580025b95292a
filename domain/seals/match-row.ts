import type { CertificateData } from '../../database/entities/certificate.ts';
import type { StoredSeal } from './check.ts';
import type { SealedFacts } from './follow-chain.ts';
import { revocationOf } from './parse-statement.ts';
import { isLastStatement } from './record.ts';

type State = Pick<
  CertificateData,
  'statementNumber' | 'statementDigest' | 'revision' | 'revokedAt' | 'revokedReason' | 'expiresAt'
>;

/** A certificate's row with its seals, its leaves according to the index of the log, and the number of its changes in the audit log. */
interface SealedRow extends State {
  audited: number;
  seals: readonly StoredSeal[];
  leaves: readonly { number: number; logIndex: number }[];
}

/** Returns true if the row has the state of its last signed statements, and all logged and audited ones exist. */
export const isSealedAs = (row: SealedRow, facts: SealedFacts): boolean =>
  hasState(row, facts) && isLogged(row) && row.audited <= row.statementNumber;

function hasState(row: SealedRow, { status, expiresAt, revision }: SealedFacts): boolean {
  const { revokedAt, revokedReason } = revocationOf(status);
  return (
    isLastStatement(row, row.seals.at(-1)) &&
    row.revision === revision &&
    row.revokedAt?.getTime() === revokedAt?.getTime() &&
    (row.revokedReason ?? null) === revokedReason &&
    (expiresAt === undefined || row.expiresAt?.getTime() === expiresAt?.getTime())
  );
}

/** Returns false if a logged statement is missing. The row and its statements were then restored to an earlier state. */
const isLogged = ({ leaves, seals }: SealedRow): boolean =>
  leaves.every(({ number, logIndex }) => seals.some((seal) => seal.number === number && seal.logIndex === logIndex)) &&
  seals.every(({ number, logIndex }) => logIndex === null || leaves.some((leaf) => leaf.number === number));
