import { hex, sha256, utf8 } from '../bytes.ts';
import { ensure } from '../check.ts';
import { type JsonObject, readObject, textOf, timeOf } from '../json.ts';
import { ed25519Of, type Trust } from '../trust.ts';
import type { Entry } from './entries.ts';
import { isEd25519 } from './note.ts';

/** What was sealed of a certificate, by its statements. */
export interface Sealed {
  /** In lower-case hexadecimal. */
  pdfSha256: string;
  imageSha256: string;
  /** Null in statements of the first version, of certificates without a credential. */
  credentialSha256: string | null;
  sealedAt: Date;
  isRevoked: boolean;
}

const HASH = /^[0-9a-f]{64}$/;
/** The members of each kind of statement, in the order of canonical JSON (RFC 8785). */
const MEMBERS = new Map<string | null, readonly string[]>([
  [
    'issue',
    ['credentialSha256', 'imageSha256', 'kind', 'pdfSha256', 'sealedAt', 'status', 'verificationHash', 'version'],
  ],
  ['revoke', ['kind', 'previous', 'reason', 'sealedAt', 'verificationHash', 'version']],
  ['reinstate', ['kind', 'previous', 'sealedAt', 'verificationHash', 'version']],
]);
const FIRST_VERSION = ['imageSha256', 'pdfSha256', 'sealedAt', 'verificationHash'];

/**
 * Checks a certificate's statements in order: each is signed by a key of the trust, about this certificate, and names the one
 * before it. Signatures of a compromised key count only where the leaf is older. Refusal otherwise.
 */
export async function checkStatements(
  trust: Trust,
  entries: readonly Entry[],
  verificationHash: string,
): Promise<Sealed> {
  const statements: JsonObject[] = [];
  let previous: string | null = null;
  for (const entry of entries) {
    checkSignature(trust, entry);
    const statement = readStatement(entry.statement, statements.length === 0);
    ensure((statement.kind ?? 'issue') === entry.kind, 'leafWrong');
    ensure(statement.verificationHash === verificationHash, 'statementWrong');
    ensure((textOf(statement.previous) ?? null) === previous, 'statementWrong');
    previous = hex(await sha256(utf8(entry.statement)));
    statements.push(statement);
  }
  const [issue, ...later] = statements;
  ensure(issue, 'statementWrong');
  return { ...digestsOf(issue), isRevoked: later.at(-1)?.kind === 'revoke' };
}

function checkSignature(trust: Trust, { statement, signature, keyId, time }: Entry): void {
  const key = trust.keys.find(({ id, purpose }) => id === keyId && purpose === 'signing');
  const bytes = key && ed25519Of(key);
  ensure(bytes && isEd25519(signature, utf8(statement), bytes), 'statementWrong');
  const { distrustedFrom } = key;
  ensure(distrustedFrom === null || time < distrustedFrom, 'keyDistrusted', distrustedFrom?.toISOString());
}

/** A statement of a form that Laurel writes; the first is an issue, and no other is. */
function readStatement(text: string, isFirst: boolean): JsonObject {
  const statement = readObject(utf8(text));
  ensure(statement, 'statementWrong');
  const { kind, version } = statement;
  const isOld = kind === undefined && version === undefined;
  const members = isOld ? FIRST_VERSION : MEMBERS.get(version === 2 ? textOf(kind) : null);
  ensure(members && (isOld || kind === 'issue') === isFirst, 'statementWrong');
  // Not by Object.keys of the parsed text alone: of a member that is there twice only one would be seen.
  const canonical = JSON.stringify(Object.fromEntries(members.map((member) => [member, statement[member]])));
  ensure(canonical === text, 'statementWrong');
  return statement;
}

function digestsOf(issue: JsonObject): Omit<Sealed, 'isRevoked'> {
  const { pdfSha256, imageSha256, credentialSha256 = null } = issue;
  const sealedAt = timeOf(issue.sealedAt);
  const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);
  ensure(isHash(pdfSha256) && isHash(imageSha256) && sealedAt, 'statementWrong');
  ensure(credentialSha256 === null || isHash(credentialSha256), 'statementWrong');
  return { pdfSha256, imageSha256, credentialSha256, sealedAt };
}
