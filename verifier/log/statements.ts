import { hex, sha256, utf8 } from '../bytes.ts';
import { ensure, Unchecked } from '../check.ts';
import { canonicalJson, type JsonObject, readObject, textOf, timeOf } from '../json.ts';
import { ed25519Of, type Trust } from '../trust.ts';
import type { Entry } from './entries.ts';
import { isEd25519 } from './note.ts';

/** Sealed state of a certificate according to its statements. */
export interface Sealed {
  /** Lower-case hexadecimal. */
  pdfSha256: string;
  imageSha256: string;
  credentialSha256: string;
  /** DID under which the credential was issued. */
  issuer: string;
  sealedAt: Date;
  isRevoked: boolean;
  /** Newest end of the validity; null for never. */
  expiresAt: Date | null;
}

const HASH = /^[0-9a-f]{64}$/;
/** Allowed members of each kind of statement. The meaning of any other is unknown. */
const MEMBERS = new Map<string | null, readonly string[]>([
  [
    'issue',
    [
      ...['version', 'kind', 'verificationHash', 'pdfSha256', 'imageSha256', 'credentialSha256'],
      ...['issuer', 'status', 'sealedAt', 'expiresAt'],
    ],
  ],
  ['revoke', ['version', 'kind', 'verificationHash', 'previous', 'reason', 'sealedAt']],
  ['reinstate', ['version', 'kind', 'verificationHash', 'previous', 'sealedAt']],
  ['expiry', ['version', 'kind', 'verificationHash', 'previous', 'reason', 'expiresAt', 'sealedAt']],
]);

/**
 * Checks a certificate's statements in log order. Each must be signed by a key of the trust and be about this certificate. One must be
 * about its files, and each change of status must name the previous statement. Signatures of a compromised key count only if the leaf is
 * older. Throws Refusal otherwise, and Unchecked if the statement about the files is not there yet.
 */
export async function checkStatements(
  trust: Trust,
  entries: readonly Entry[],
  verificationHash: string,
): Promise<Sealed> {
  const issues: JsonObject[] = [];
  const changes: { statement: JsonObject; text: string }[] = [];
  for (const entry of entries) {
    checkSignature(trust, entry);
    const statement = readStatement(entry.statement);
    const { kind } = statement;
    ensure(kind === entry.kind, 'leafWrong');
    ensure(statement.verificationHash === verificationHash, 'statementWrong');
    if (kind === 'issue') issues.push(statement);
    else changes.push({ statement, text: entry.statement });
  }
  const [issue, ...more] = issues;
  if (!issue) throw new Unchecked('notLoggedYet');
  ensure(more.length === 0, 'statementWrong');
  await checkChain(canonicalJson(issue), changes);
  const last = (...kinds: (string | null)[]) =>
    changes.findLast(({ statement }) => kinds.includes(textOf(statement.kind)));
  const isRevoked = last('revoke', 'reinstate')?.statement.kind === 'revoke';
  return { ...digestsOf(issue), isRevoked, expiresAt: expiryOf(last('expiry')?.statement ?? issue) };
}

/** The first change names no statement if the certificate was not rendered, and so not sealed, at that time. */
async function checkChain(issue: string, changes: readonly { statement: JsonObject; text: string }[]): Promise<void> {
  let before = issue;
  for (const [at, { statement, text }] of changes.entries()) {
    const { previous } = statement;
    const isFirst = at === 0 && previous === null;
    ensure(isFirst || previous === hex(await sha256(utf8(before))), 'statementWrong');
    before = text;
  }
}

function checkSignature(trust: Trust, { statement, signature, keyId, time }: Entry): void {
  const key = trust.keys.find(({ id, purpose }) => id === keyId && purpose === 'signing');
  const bytes = key && ed25519Of(key);
  ensure(bytes && isEd25519(signature, utf8(statement), bytes), 'statementWrong');
  const { distrustedFrom } = key;
  ensure(distrustedFrom === null || time < distrustedFrom, 'keyDistrusted', distrustedFrom?.toISOString());
}

/** Parses a statement that is canonical JSON as Laurel writes it. Otherwise duplicate members could be hidden. */
function readStatement(text: string): JsonObject {
  const statement = readObject(utf8(text));
  ensure(statement && canonicalJson(statement) === text, 'statementWrong');
  const members = MEMBERS.get(statement.version === 1 ? textOf(statement.kind) : null);
  ensure(members && Object.keys(statement).every((name) => members.includes(name)), 'statementWrong');
  return statement;
}

/** Returns the end of the validity in a statement. Only the statement about the files can lack it, for a certificate that never expires. */
function expiryOf({ kind, expiresAt }: JsonObject): Date | null {
  const isNever = kind === 'issue' ? expiresAt === undefined : expiresAt === null;
  const time = timeOf(expiresAt);
  ensure(isNever || time, 'statementWrong');
  return time;
}

function digestsOf(issue: JsonObject): Omit<Sealed, 'isRevoked' | 'expiresAt'> {
  const { pdfSha256, imageSha256, credentialSha256 } = issue;
  const [issuer, sealedAt] = [textOf(issue.issuer), timeOf(issue.sealedAt)];
  const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);
  ensure(isHash(pdfSha256) && isHash(imageSha256) && isHash(credentialSha256), 'statementWrong');
  ensure(issuer !== null && sealedAt, 'statementWrong');
  return { pdfSha256, imageSha256, credentialSha256, issuer, sealedAt };
}
