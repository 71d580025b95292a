import { z } from 'zod';
import { canonicalJson } from '../shared/crypto.ts';
import { DateTime } from '../shared/schemas.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sealed = { version: z.literal(1), verificationHash: Sha256, sealedAt: DateTime };

/** Contents of a statement about a certificate's files, with digests in hexadecimal. */
const files = {
  pdfSha256: Sha256,
  imageSha256: Sha256,
  credentialSha256: Sha256,
  /** The issuer's DID in the credential, so that the log shows under which address a key was used. */
  issuer: z.string(),
  /** Place of the credential's status: the number of the organisation's list, and the index in it. */
  status: z.strictObject({ list: z.int().nonnegative(), index: z.int().nonnegative() }),
  /** Absent for a certificate that never expires. */
  expiresAt: DateTime.optional(),
};

/** Statement about a certificate's first files. */
const IssueStatement = z.strictObject({ ...sealed, kind: z.literal('issue'), ...files });

/** SHA-256 of the certificate's previous statement; null without one, because the certificate was not rendered yet. */
const previous = Sha256.nullable();
const RevokeStatement = z.strictObject({
  ...{ ...sealed, kind: z.literal('revoke'), previous, reason: z.string() },
  /** Time of a revocation elsewhere, before the import; by default `sealedAt`. */
  revokedAt: DateTime.optional(),
});
const ReinstateStatement = z.strictObject({ ...sealed, kind: z.literal('reinstate'), previous });
const ExpiryStatement = z.strictObject({
  ...sealed,
  ...{ kind: z.literal('expiry'), previous, reason: z.string() },
  /** New end of the validity; null for never. */
  expiresAt: DateTime.nullable(),
});
/** Statement about later files, after a correction or a change of the expiry. */
const ReissueStatement = z.strictObject({ ...sealed, kind: z.literal('reissue'), previous, ...files });
const CorrectStatement = z.strictObject({
  ...{ ...sealed, kind: z.literal('correct'), previous },
  /** Number of the new revision, and its verification hash. */
  revision: z.int().min(2),
  replacedBy: Sha256,
  /** Names of the changed fields, such as `variables.studentName`. */
  changed: z.array(z.string()),
  /** End of the new revision's validity; null for never. */
  expiresAt: DateTime.nullable(),
});
/** Statement that a former revision is in force again, because a corrected one could not be rendered. */
const RestoreStatement = z.strictObject({ ...sealed, kind: z.literal('restore'), previous, restored: Sha256 });

export type IssueStatement = z.infer<typeof IssueStatement>;
export type ReissueStatement = z.infer<typeof ReissueStatement>;
export type CorrectStatement = z.infer<typeof CorrectStatement>;
export type StatusStatement = z.infer<typeof RevokeStatement> | z.infer<typeof ReinstateStatement>;
export type ExpiryStatement = z.infer<typeof ExpiryStatement>;
/** Statement that changes a certificate after its issue. */
export type ChangeStatement =
  | StatusStatement
  | ExpiryStatement
  | ReissueStatement
  | CorrectStatement
  | z.infer<typeof RestoreStatement>;
export type FileStatement = IssueStatement | ReissueStatement;

/** Returns the columns of a certificate whose last status statement is `status`. */
export const revocationOf = (
  status: StatusStatement | null,
): { revokedAt: Date | null; revokedReason: string | null } =>
  status?.kind === 'revoke'
    ? { revokedAt: new Date(status.revokedAt ?? status.sealedAt), revokedReason: status.reason }
    : { revokedAt: null, revokedReason: null };

/** Returns the expiry that a statement sets; null for never. */
export const expiryOf = ({ expiresAt }: FileStatement | ExpiryStatement | CorrectStatement): Date | null =>
  expiresAt ? new Date(expiresAt) : null;

/** Returns the text to sign: canonical JSON (RFC 8785). */
export const statementText = (statement: IssueStatement | ChangeStatement): string => canonicalJson(statement);

const ChangeStatement = z.discriminatedUnion('kind', [
  RevokeStatement,
  ReinstateStatement,
  ExpiryStatement,
  ReissueStatement,
  CorrectStatement,
  RestoreStatement,
]);

/** Returns the statement in a stored text; null if the text is invalid. */
export const readIssueStatement = (text: string): IssueStatement | null => read(IssueStatement, text);
export const readChangeStatement = (text: string): ChangeStatement | null => read(ChangeStatement, text);

function read<Statement>(schema: z.ZodType<Statement>, text: string): Statement | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
