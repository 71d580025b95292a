import { z } from 'zod';
import { canonicalJson } from '../shared/crypto.ts';
import { DateTime } from '../shared/schemas.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sealed = { version: z.literal(1), verificationHash: Sha256, sealedAt: DateTime };

/** Statement about a certificate's files after rendering, with digests in hexadecimal. */
const IssueStatement = z.strictObject({
  ...sealed,
  kind: z.literal('issue'),
  pdfSha256: Sha256,
  imageSha256: Sha256,
  credentialSha256: Sha256,
  /** The issuer's DID in the credential, so that the log shows under which address a key was used. */
  issuer: z.string(),
  /** Place of the credential's status: the number of the organisation's list, and the index in it. */
  status: z.strictObject({ list: z.int().nonnegative(), index: z.int().nonnegative() }),
  /** Absent for a certificate that never expires. */
  expiresAt: DateTime.optional(),
});

/** SHA-256 of the certificate's previous statement; null without one, because the certificate was not rendered yet. */
const previous = Sha256.nullable();
const RevokeStatement = z.strictObject({ ...sealed, kind: z.literal('revoke'), previous, reason: z.string() });
const ReinstateStatement = z.strictObject({ ...sealed, kind: z.literal('reinstate'), previous });
const ExpiryStatement = z.strictObject({
  ...sealed,
  ...{ kind: z.literal('expiry'), previous, reason: z.string() },
  /** New end of the validity; null for never. */
  expiresAt: DateTime.nullable(),
});

export type IssueStatement = z.infer<typeof IssueStatement>;
export type StatusStatement = z.infer<typeof RevokeStatement> | z.infer<typeof ReinstateStatement>;
export type ExpiryStatement = z.infer<typeof ExpiryStatement>;
/** Statement that changes a certificate after its issue. */
export type ChangeStatement = StatusStatement | ExpiryStatement;
export type FileStatement = IssueStatement;

/** Returns the columns of a certificate whose last status statement is `status`. */
export const revocationOf = (
  status: StatusStatement | null,
): { revokedAt: Date | null; revokedReason: string | null } =>
  status?.kind === 'revoke'
    ? { revokedAt: new Date(status.sealedAt), revokedReason: status.reason }
    : { revokedAt: null, revokedReason: null };

/** Returns the expiry that a statement sets; null for never. */
export const expiryOf = ({ expiresAt }: FileStatement | ExpiryStatement): Date | null =>
  expiresAt ? new Date(expiresAt) : null;

/** Returns the text to sign: canonical JSON (RFC 8785). */
export const statementText = (statement: FileStatement | ChangeStatement): string => canonicalJson(statement);

const ChangeStatement = z.discriminatedUnion('kind', [RevokeStatement, ReinstateStatement, ExpiryStatement]);

/** Returns the statement in a stored text; null if the text is invalid. */
export const readFileStatement = (text: string): FileStatement | null => read(IssueStatement, text);
export const readChangeStatement = (text: string): ChangeStatement | null => read(ChangeStatement, text);

function read<Statement>(schema: z.ZodType<Statement>, text: string): Statement | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
