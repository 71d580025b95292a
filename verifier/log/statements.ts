import { hex, sha256, utf8 } from '../bytes.ts';
import { ensure, Unchecked } from '../check.ts';
import { canonicalJson, type JsonObject, readObject, textOf, timeOf } from '../json.ts';
import { ed25519Of, type Trust } from '../trust.ts';
import { type Chain, chainAfter, type Edition, NO_STATEMENT, type Replaced } from './chain.ts';
import type { Entry } from './entries.ts';
import { isEd25519 } from './note.ts';

/** Sealed state of a certificate according to its statements. */
export interface Sealed {
  /** Statements about the files of this revision, oldest first. */
  editions: readonly Edition[];
  isRevoked: boolean;
  /** Newest end of the validity; null for never. */
  expiresAt: Date | null;
  /** Set if another revision is in force. */
  replaced: Replaced | null;
  /** Times of the certificate's first statement. */
  first: { sealedAt: Date; loggedAt: Date };
}

/** Allowed members of each kind of statement. The meaning of any other is unknown. */
const FILES = ['pdfSha256', 'imageSha256', 'credentialSha256', 'issuer', 'status', 'expiresAt'];
const MEMBERS = new Map<string | null, readonly string[]>([
  ['issue', FILES],
  ['reissue', ['previous', ...FILES]],
  ['revoke', ['previous', 'reason', 'revokedAt']],
  ['reinstate', ['previous']],
  ['expiry', ['previous', 'reason', 'expiresAt']],
  ['correct', ['previous', 'revision', 'replacedBy', 'changed', 'expiresAt']],
  ['restore', ['previous', 'restored']],
]);
const COMMON = ['version', 'kind', 'verificationHash', 'sealedAt'];

/**
 * Checks a certificate's statements in log order. Each must be signed by a key of the trust and be about the revision that was in force.
 * Each change must name the previous statement. Signatures of a compromised key count only if the leaf is older. Throws Refusal otherwise,
 * and Unchecked if there is no statement about the files of this hash yet.
 */
export async function checkStatements(
  trust: Trust,
  entries: readonly Entry[],
  verificationHash: string,
): Promise<Sealed> {
  const statements: JsonObject[] = [];
  for (const entry of entries) {
    checkSignature(trust, entry);
    const statement = readStatement(entry.statement);
    ensure(statement.kind === entry.kind, 'leafWrong');
    statements.push(statement);
  }
  const isEdition = (one: JsonObject) => isAboutFiles(one) && one.verificationHash === verificationHash;
  const [first, firstStatement] = [entries[0], statements[0]];
  if (!first || !firstStatement || !statements.some(isEdition)) throw new Unchecked('notLoggedYet');
  const chain = await followChain(statements, entries);
  const editions = chain.editions.filter((edition) => edition.verificationHash === verificationHash);
  const replaced = chain.hash === verificationHash ? null : (chain.replaced.get(verificationHash) ?? null);
  ensure(chain.hash === verificationHash || replaced, 'statementWrong');
  const sealedAt = timeOf(firstStatement.sealedAt);
  ensure(sealedAt, 'statementWrong');
  const { isRevoked, expiresAt } = chain;
  return { editions, isRevoked, expiresAt, replaced, first: { sealedAt, loggedAt: first.time } };
}

/** The first change names no statement if the certificate was not rendered, and so not sealed, at that time. */
async function followChain(statements: readonly JsonObject[], entries: readonly Entry[]): Promise<Chain> {
  // Earlier releases logged the statement about the files after changes from before the rendering.
  const order = statements
    .map((_, at) => at)
    .sort((a, b) => Number(isIssue(statements[b])) - Number(isIssue(statements[a])));
  ensure(statements.filter(isIssue).length <= 1, 'statementWrong');
  let chain = NO_STATEMENT;
  let before: string | null = null;
  for (const [place, at] of order.entries()) {
    const [statement, entry] = [statements[at], entries[at]];
    if (!statement || !entry) continue;
    if (!isIssue(statement)) {
      const isFirst =
        statement.previous === null && (place === 0 || (place === 1 && isIssue(statements[order[0] ?? 0])));
      ensure(isFirst || (before !== null && statement.previous === hex(await sha256(utf8(before)))), 'statementWrong');
    }
    chain = chainAfter(chain, statement, entry.time);
    before = entry.statement;
  }
  return chain;
}

const isAboutFiles = ({ kind }: JsonObject): boolean => kind === 'issue' || kind === 'reissue';
const isIssue = (statement: JsonObject | undefined): boolean => statement?.kind === 'issue';

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
  const isKnown = (name: string) => members?.includes(name) || COMMON.includes(name);
  ensure(members && Object.keys(statement).every(isKnown), 'statementWrong');
  return statement;
}
