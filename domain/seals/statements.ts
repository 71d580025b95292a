import { z } from 'zod';
import { canonicalJson } from '../shared/crypto.ts';
import { DateTime } from '../shared/schemas.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sealed = { version: z.literal(1), verificationHash: Sha256, sealedAt: DateTime };

/** What the certificate's files are, once they are rendered: digests in hexadecimal. */
const IssueStatement = z.strictObject({
  ...sealed,
  kind: z.literal('issue'),
  pdfSha256: Sha256,
  imageSha256: Sha256,
  credentialSha256: Sha256,
  /** The issuer's DID in the credential: an entry of the log shows under which address a key was used. */
  issuer: z.string(),
  /** Where the credential's status is found: which of the organisation's lists, and the index in it. */
  status: z.strictObject({ list: z.int().nonnegative(), index: z.int().nonnegative() }),
});

/** SHA-256 of the certificate's statement before; null where there is none, as it was not rendered yet. */
const previous = Sha256.nullable();
const RevokeStatement = z.strictObject({ ...sealed, kind: z.literal('revoke'), previous, reason: z.string() });
const ReinstateStatement = z.strictObject({ ...sealed, kind: z.literal('reinstate'), previous });

export type IssueStatement = z.infer<typeof IssueStatement>;
export type StatusStatement = z.infer<typeof RevokeStatement> | z.infer<typeof ReinstateStatement>;
export type FileStatement = IssueStatement;

/** Returns the columns of a certificate whose status was signed last as `status`. */
export const revocationOf = (
  status: StatusStatement | null,
): { revokedAt: Date | null; revokedReason: string | null } =>
  status?.kind === 'revoke'
    ? { revokedAt: new Date(status.sealedAt), revokedReason: status.reason }
    : { revokedAt: null, revokedReason: null };

/** The text that is signed: canonical JSON (RFC 8785). */
export const statementText = (statement: FileStatement | StatusStatement): string => canonicalJson(statement);

const StatusStatement = z.discriminatedUnion('kind', [RevokeStatement, ReinstateStatement]);

/** The statement that a stored text is; null for anything else. */
export const readFileStatement = (text: string): FileStatement | null => read(IssueStatement, text);
export const readStatusStatement = (text: string): StatusStatement | null => read(StatusStatement, text);

function read<Statement>(schema: z.ZodType<Statement>, text: string): Statement | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
