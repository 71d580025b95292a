import { ensure } from '../check.ts';
import { type JsonObject, textOf, timeOf } from '../json.ts';

/** Files of a revision, with digests in lower-case hexadecimal. */
export interface Edition {
  verificationHash: string;
  pdfSha256: string;
  imageSha256: string;
  credentialSha256: string;
  /** DID under which the credential was issued. */
  issuer: string;
  expiresAt: Date | null;
  sealedAt: Date;
  loggedAt: Date;
  /** True if a later statement revoked the credential in favour of another one of the same certificate. */
  isClosed: boolean;
}

/** Revision that is not in force any more. */
export interface Replaced {
  at: Date;
  /** End of its validity, which it has again if it is restored. */
  expiresAt: Date | null;
}

/** State of a certificate after some of its statements. */
export interface Chain {
  /** Hash that the next statement must be about; null before the first. */
  hash: string | null;
  editions: readonly Edition[];
  isRevoked: boolean;
  expiresAt: Date | null;
  replaced: ReadonlyMap<string, Replaced>;
}

export const NO_STATEMENT: Chain = {
  ...{ hash: null, editions: [], isRevoked: false, expiresAt: null, replaced: new Map() },
};

const HASH = /^[0-9a-f]{64}$/;
const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);

/** Returns the state after the next statement. Throws Refusal if it contradicts the earlier ones. */
export function chainAfter(before: Chain, statement: JsonObject, loggedAt: Date): Chain {
  const { verificationHash: hash } = statement;
  ensure(isHash(hash) && (before.hash === null || before.hash === hash), 'statementWrong');
  const chain = { ...before, hash };
  switch (statement.kind) {
    case 'issue':
    case 'reissue': {
      const edition = readEdition(statement, hash, loggedAt);
      return { ...chain, editions: [...chain.editions, edition], expiresAt: edition.expiresAt };
    }
    case 'revoke':
    case 'reinstate':
      return { ...chain, isRevoked: statement.kind === 'revoke' };
    case 'expiry':
      return afterExpiry(chain, hash, readExpiry(statement));
    case 'correct':
      ensure(isHash(statement.replacedBy) && !chain.replaced.has(statement.replacedBy), 'statementWrong');
      return { ...moved(chain, hash, statement.replacedBy, statement), expiresAt: readExpiry(statement) };
    default:
      return afterRestoring(chain, hash, statement);
  }
}

function afterExpiry(chain: Chain, hash: string, expiresAt: Date | null): Chain {
  const isTooLong = (edition: Edition) =>
    edition.verificationHash === hash &&
    expiresAt !== null &&
    (edition.expiresAt === null || expiresAt < edition.expiresAt);
  const editions = chain.editions.map((edition) => (isTooLong(edition) ? { ...edition, isClosed: true } : edition));
  return { ...chain, editions, expiresAt };
}

/** Puts a replaced revision in force again, because the one that replaced it was never rendered. */
function afterRestoring(chain: Chain, hash: string, statement: JsonObject): Chain {
  const { restored } = statement;
  const isKnown = isHash(restored) && chain.replaced.has(restored);
  ensure(isKnown && !chain.editions.some((edition) => edition.verificationHash === hash), 'statementWrong');
  const { expiresAt = null } = chain.replaced.get(restored) ?? {};
  const next = moved(chain, hash, restored, statement);
  const replaced = new Map(next.replaced);
  replaced.delete(restored);
  return { ...next, replaced, expiresAt };
}

function moved(chain: Chain, from: string, to: string, { sealedAt }: JsonObject): Chain & { hash: string } {
  const at = timeOf(sealedAt);
  ensure(at, 'statementWrong');
  return { ...chain, hash: to, replaced: new Map([...chain.replaced, [from, { at, expiresAt: chain.expiresAt }]]) };
}

/** Returns the end of the validity in a statement. Only one about files can lack it, for a certificate that never expires. */
function readExpiry({ kind, expiresAt }: JsonObject): Date | null {
  const isNever = kind === 'issue' || kind === 'reissue' ? expiresAt === undefined : expiresAt === null;
  const time = timeOf(expiresAt);
  ensure(isNever || time, 'statementWrong');
  return time;
}

function readEdition(statement: JsonObject, verificationHash: string, loggedAt: Date): Edition {
  const { pdfSha256, imageSha256, credentialSha256 } = statement;
  const [issuer, sealedAt] = [textOf(statement.issuer), timeOf(statement.sealedAt)];
  ensure(isHash(pdfSha256) && isHash(imageSha256) && isHash(credentialSha256), 'statementWrong');
  ensure(issuer !== null && sealedAt, 'statementWrong');
  const digests = { verificationHash, pdfSha256, imageSha256, credentialSha256 };
  return { ...digests, issuer, expiresAt: readExpiry(statement), sealedAt, loggedAt, isClosed: false };
}
