import { encodeLeaf } from '../../proof/log/index.ts';
import { readChangeStatement, readIssueStatement } from '../seals/parse-statement.ts';

export interface SaltedStatement {
  /** Signed text. */
  statement: string;
  /** 32 bytes. Any other length means that it was erased. */
  salt: Uint8Array | null;
}

/** Returns true if the salt is erased, so that no leaf can be made with it. */
export const isErased = (salt: Uint8Array | null): boolean => salt?.length !== 32;

/** Returns the leaf of a statement; null if the salt is erased or the text is not a statement. */
export function leafOf({ statement: text, salt }: SaltedStatement, time: Date): Buffer | null {
  const statement = readIssueStatement(text) ?? readChangeStatement(text);
  if (!statement || !salt || isErased(salt)) return null;
  const { kind, verificationHash } = statement;
  return encodeLeaf({ kind, verificationHash, statement: Buffer.from(text), salt, time });
}
