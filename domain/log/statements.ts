import { z } from 'zod';
import { encodeLeaf } from '../../proof/log/index.ts';
import { canonicalJson } from '../shared/crypto.ts';

/** What the log needs of a sealed statement; one of a former version is about the issue and doesn't say so. */
const Statement = z.object({
  kind: z.enum(['issue', 'revoke', 'reinstate']).default('issue'),
  verificationHash: z.string().regex(/^[0-9a-f]{64}$/),
});

export interface SaltedStatement {
  statement: string;
  /** 32 bytes; null or of another length once it is erased. */
  salt: Uint8Array | null;
}

/** Whether leaves can still be made with the salt. */
export const isErased = (salt: Uint8Array | null): boolean => salt?.length !== 32;

/** The leaf of a statement; null where the salt is erased, or it is not the canonical JSON of a statement. */
export function leafOf({ statement, salt }: SaltedStatement, time: Date): Buffer | null {
  const parsed = Statement.safeParse(parseJson(statement));
  if (!parsed.success || !salt || isErased(salt)) return null;
  return encodeLeaf({ ...parsed.data, statement: Buffer.from(statement), salt, time });
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text ? value : null;
  } catch {
    return null;
  }
}
