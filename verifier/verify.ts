import { hex, sha256 } from './bytes.ts';
import { attempt, type Check, ensure, needed, printable, type Result, report, Unchecked, unwrap } from './check.ts';
import type { Credential } from './credential/credential.ts';
import { issuerKey } from './credential/keys.ts';
import { isProved } from './credential/proof.ts';
import { isStatusSet } from './credential/status.ts';
import { distrustOfCertificate, requireOlder } from './distrust.ts';
import { type Moved, movedIssuer } from './former-addresses.ts';
import { type Inputs, requireTrust } from './inputs.ts';
import type { Edition } from './log/chain.ts';
import type { Sealed } from './log/statements.ts';
import { checkLog, type LogFindings, loggedAt } from './log-findings.ts';
import { verifyPdfSignature } from './pdf/verify-signature.ts';
import { type CertificateFile, readFile } from './read-file.ts';
import { type Report, summary } from './report.ts';

/** Checks a certificate's PDF or PNG. Returns a report for any input. */
export async function verifyFile(bytes: Uint8Array, inputs: Inputs): Promise<Report> {
  const read = await attempt('notACertificate', () => readFile(bytes));
  if (read.error) return summary(inputs, null, [report('file', read, 'sealed')]);
  const file = read.value;
  const signature = await attempt('pdfSignatureWrong', () => checkSignature(file, inputs));
  const credential = await attempt('credentialMalformed', () => checkCredential(file, inputs));
  const hash = await attempt('credentialMalformed', () => needed(credential).value.verificationHash);
  const logFindings = await checkLog(inputs, hash);
  const same = await attempt('otherFile', () => compareDigests(file, unwrap(logFindings.sealed)));
  const logged = same.error ? same : await loggedAt(logFindings, same.value);
  const timely = same.error
    ? same
    : await attempt('backdated', () =>
        requireTimely(file, same.value, unwrap(logFindings.sealed), logged.value !== null),
      );
  const status = await attempt('statusWrong', () =>
    checkStatus(needed(credential).value, logFindings.sealed.value, { edition: same.value, inputs }),
  );
  const requireAge = <T>(result: Result<Signed<T>>) =>
    attempt('keyDistrusted', () => {
      const { value, distrustedFrom } = unwrap(result);
      requireOlder(distrustedFrom, logged);
      return value;
    });
  const older = await requireAge(credential);
  const current = await attempt('expired', () =>
    requireCurrent(unwrap(older), same.error ? null : logFindings.sealed.value, inputs),
  );
  return summary(inputs, file, [
    ...(file.kind === 'pdf' ? [report('pdfSignature', await requireAge(signature), 'pdfSigned', (text) => text)] : []),
    reportCredential(await attempt('credentialIssuerUnknown', () => requireVouched(current, logged, inputs))),
    report('status', status, 'notRevoked'),
    report('file', timely, 'sealed', (time) => time.toISOString()),
    ...logChecks(logFindings),
  ]);
}

/** Checks a certificate in the log without a file, so its content cannot be confirmed. */
export async function verifyHash(verificationHash: string, inputs: Inputs): Promise<Report> {
  const logFindings = await checkLog(inputs, { value: verificationHash, error: null });
  const noFile = await attempt('otherFile', (): Date => {
    unwrap(logFindings.sealed);
    throw new Unchecked('noFile');
  });
  const status = await attempt('statusWrong', () => {
    const sealed = needed(logFindings.sealed);
    requireInForce(sealed);
    ensure(!sealed.isRevoked, 'revoked');
    requireUnexpired(sealed.expiresAt, inputs);
    throw new Unchecked('noFile');
  });
  const checks = [report('status', status, 'notRevoked'), report('file', noFile, 'sealed'), ...logChecks(logFindings)];
  return { ...summary(inputs, null, checks), verificationHash };
}

/** Maximum time by which the issuer's clock may be ahead. */
const CLOCK_MS = 5 * 60_000;

/** Signed value, and the time from which its key is compromised, if it is. */
interface Signed<T> {
  value: T;
  distrustedFrom: Date | null;
}

/** Returns who signed the file and when. Without a trust it still detects changes. */
async function checkSignature({ pdf }: CertificateFile, inputs: Inputs): Promise<Signed<string>> {
  if (!pdf) throw new Unchecked('noFile');
  const { trust } = inputs;
  const { signer, time, timestamp } = await verifyPdfSignature(unwrap(pdf), trust ? trust.pdfCertificates : null);
  const { publicKeyInfo, name } = signer;
  const distrustedFrom = await distrustOfCertificate(requireTrust(inputs), publicKeyInfo);
  const stamp = timestamp ? `, ${timestamp.authority} ${timestamp.time.toISOString()}` : '';
  return { value: printable(`${name}, ${time.toISOString()}${stamp}`), distrustedFrom };
}

/** DID of a sandbox, whose id is a UUID of version 8 instead of 7. Its credentials are tests. */
const SANDBOX = /:issuers:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function checkCredential(file: CertificateFile, inputs: Inputs): Promise<Signed<Credential>> {
  const credential = unwrap(file.credential);
  const { issuer, keyId, validFrom } = credential;
  ensure(!SANDBOX.test(issuer), 'test', issuer);
  const { key, distrustedFrom } = await issuerKey(inputs.web, requireTrust(inputs), issuer, keyId);
  ensure(await isProved(credential, key), 'credentialProofWrong');
  ensure(validFrom.getTime() <= inputs.now.getTime() + CLOCK_MS, 'credentialNotYetValid', validFrom.toISOString());
  return { value: credential, distrustedFrom };
}

/** Requires that no other revision of the certificate is in force. */
const requireInForce = (sealed: Sealed | null): void =>
  ensure(!sealed?.replaced, 'replaced', sealed?.replaced?.at.toISOString());

/** Requires that the certificate has not expired according to the log's newest statement about the file, or else to the file itself. */
function requireCurrent(credential: Credential, sealed: Sealed | null, inputs: Inputs): Credential {
  // The statements about another revision say nothing about the validity of this one.
  requireUnexpired(sealed && !sealed.replaced ? sealed.expiresAt : credential.validUntil, inputs);
  return credential;
}

const requireUnexpired = (expiresAt: Date | null, { now }: Inputs): void =>
  ensure(!expiresAt || now < expiresAt, 'expired', expiresAt?.toISOString());

/** Credential with an accepted proof. */
interface Vouched {
  issuer: string;
  /** Former and present address of the issuer, if they differ. */
  moved: Moved | null;
}

/**
 * Requires that the log contains a credential of a former address under that address: its own statement names the issuer. The present
 * installation confirms only what it issued there, not everything signed in the name of a former host.
 */
function requireVouched(result: Result<Credential>, logged: Result<Date>, inputs: Inputs): Vouched {
  const { issuer } = unwrap(result);
  const moved = movedIssuer(requireTrust(inputs), issuer);
  if (moved) needed(logged);
  return { issuer, moved };
}

const reportCredential = (result: Result<Vouched>): Check =>
  result.value?.moved
    ? report('credential', result, 'credentialMoved', describeMove)
    : report('credential', result, 'credentialSigned', ({ issuer }) => issuer);

const describeMove = ({ issuer, moved }: Vouched): string =>
  printable(moved ? `${issuer} (${moved.from} → ${moved.to})` : issuer);

/** Compares the file with the sealed digests. Returns the edition that it belongs to. */
async function compareDigests(
  { kind, bytes, credentialBytes, credential }: CertificateFile,
  { editions }: Sealed,
): Promise<Edition> {
  const digest = hex(await sha256(bytes));
  const same = editions.filter(({ pdfSha256, imageSha256 }) => digest === (kind === 'pdf' ? pdfSha256 : imageSha256));
  ensure(same.length > 0, 'otherFile');
  const credentialDigest = hex(await sha256(needed(credentialBytes)));
  const edition = same.find(({ credentialSha256 }) => credentialSha256 === credentialDigest);
  ensure(edition?.issuer === needed(credential).issuer, 'otherCredential');
  return edition;
}

/** Maximum time from issue to seal, and from seal to log: docs/verifying.md. */
const MAX_DELAY_MS = 30 * 24 * 60 * 60_000;

/**
 * Requires that the certificate was first sealed soon after its stated time, and each statement logged soon after that. The holder of the
 * keys can state any time, but the log's times never decrease. Returns when the file was sealed.
 */
function requireTimely(file: CertificateFile, edition: Edition, { first }: Sealed, isLogged: boolean): Date {
  const issuedAt = unwrap(file.credential).validFrom;
  const follows = (earlier: Date, later: Date) =>
    later >= earlier && later.getTime() - earlier.getTime() <= MAX_DELAY_MS;
  const isSealed = follows(issuedAt, first.sealedAt) && edition.sealedAt >= issuedAt;
  const isTimely = [first, edition].every(({ sealedAt, loggedAt }) => !isLogged || follows(sealedAt, loggedAt));
  ensure(isSealed && isTimely, 'backdated', issuedAt.toISOString());
  return edition.sealedAt;
}

/**
 * Requires that the revision is in force, and that neither the status list nor the log contains a revocation. The credential of an edition
 * with a former expiry can be revoked without the certificate.
 */
async function checkStatus(
  credential: Credential,
  sealed: Sealed | null,
  { edition, inputs }: { edition: Edition | null; inputs: Inputs },
): Promise<void> {
  requireInForce(sealed);
  const set = await attempt('statusWrong', () => isStatusSet(inputs.web, requireTrust(inputs), credential, inputs.now));
  ensure(set.value !== true || edition?.isClosed, 'revoked');
  const isRevokedInLog = sealed?.isRevoked ?? false;
  ensure(!(isRevokedInLog && set.value === false), 'statusDisagrees');
  ensure(!isRevokedInLog, 'revoked');
  unwrap(set);
}

const logChecks = ({ entries, heads, kept }: LogFindings): Check[] => [
  report('log', heads, 'logged', () => entries.value?.[0]?.time.toISOString() ?? null),
  ...(kept ? [report('head', kept, 'consistent', ({ size }) => String(size))] : []),
];
