import { encodeLeaf } from '../../proof/log/index.ts';
import { readFileStatement, readStatusStatement } from '../seals/statements.ts';

export interface SaltedStatement {
  /** The text that was signed. */
  statement: string;
  /** 32 bytes; of another length once it is erased. */
  salt: Uint8Array | null;
}

/** Whether no leaf can be made with the salt any more. */
export const isErased = (salt: Uint8Array | null): boolean => salt?.length !== 32;

/** The leaf of a statement; null where the salt is erased, or it is no statement. */
export function leafOf({ statement: text, salt }: SaltedStatement, time: Date): Buffer | null {
  const statement = readFileStatement(text) ?? readStatusStatement(text);
  if (!statement || !salt || isErased(salt)) return null;
  const { kind, verificationHash } = statement;
  return encodeLeaf({ kind, verificationHash, statement: Buffer.from(text), salt, time });
}
