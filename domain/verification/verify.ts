import { findRenewalUrl } from '../certificates/find-renewals.ts';
import { namesOf } from '../certificates/make-claims.ts';
import { projectFacts } from '../certificates/project.ts';
import { type CertificateState, VALID } from '../certificates/state.ts';
import { inOrganisation, type Services } from '../context.ts';
import { notFound } from '../errors.ts';
import type { SealedFacts } from '../seals/follow-chain.ts';
import { revocationOf } from '../seals/parse-statement.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { isSandbox } from '../shared/ids.ts';
import { iso } from '../shared/schemas.ts';
import { checkIntegrity } from './check-integrity.ts';
import type { CountVerification } from './count.ts';
import { type Found, findByFormerHash, findByHash } from './find.ts';
import { REPLACED, type VerificationResult } from './schemas.ts';

export interface VerificationServices extends Services {
  countVerification: CountVerification;
}

/** Result for the revision of a certificate that is in force. */
type PresentResult = VerificationResult & {
  certificate: { recipientName: string; awardedOn: string; status: CertificateState };
};

/** Verification of the revision of a certificate that is in force. */
export interface Verified {
  result: PresentResult;
  /** True if the recipient has hidden the page, and it was not opened by a link of the recipient. */
  isHidden: boolean;
  /**
   * True if nothing personal may be shown: the page is hidden, or its row was changed outside Laurel. The hiding of such a row is not
   * known, and SQL could open a hidden page with it.
   */
  isWithheld: boolean;
  /** Former revision that was asked for; null for the one in force. */
  former: { verificationHash: string; until: Date | null } | null;
  /** Address of the page of the revision in force. */
  verificationUrl: string;
  /** The row with the last signed status and expiry, or with its own if its statements are not readable. */
  row: Found;
  /** Facts of the statements; null if they are not readable. */
  sealed: SealedFacts | null;
}

/**
 * Verifies a certificate by its hash and counts the call (specification 4.8). A former hash leads to the revision in force. Needs no key;
 * NOT_FOUND for an unknown hash.
 */
export async function verifyCertificate(
  services: VerificationServices,
  input: { hash: string; sharedUrl?: string },
): Promise<Verified> {
  const found = (await findByHash(services, input.hash)) ?? (await findByFormerHash(services, input.hash));
  if (!found) throw notFound();
  const isTest = isSandbox(found.organisationId);
  if (isTest) await services.sandboxes.load(found.organisationId);
  const counted = services.countVerification(found);
  const [integrity, renewedBy] = await Promise.all([
    checkIntegrity(services, found),
    found.isRenewed ? findRenewalUrl(services, found) : null,
    counted,
  ]);
  const { sealed } = integrity;
  const row = {
    ...found,
    ...(sealed && revocationOf(sealed.status)),
    ...(sealed?.expiresAt !== undefined && { expiresAt: sealed.expiresAt }),
  };
  const certificate = projectFacts(inOrganisation(services, found.organisationId), row);
  const isFormer = certificate.verificationHash !== input.hash;
  // Only SQL can make the hash lead to a certificate whose statements do not know it.
  if (isFormer && sealed && endOf(sealed, input.hash) === null) throw notFound();
  const isHidden = found.hidden && input.sharedUrl === undefined;
  return {
    isHidden,
    isWithheld: isHidden || (!integrity.verified && !isAuthentic(services, 'certificates', found)),
    former: isFormer ? { verificationHash: input.hash, until: endOf(sealed, input.hash) } : null,
    result: {
      ...(sealed?.corrections.length && { history: historyOf(sealed) }),
      ...(renewedBy !== null && { renewedBy }),
      ...(isTest && { test: true as const }),
      valid: integrity.verified && certificate.status === VALID && !isTest,
      integrityVerified: integrity.verified,
      certificate: {
        id: certificate.id,
        verificationHash: certificate.verificationHash,
        recipientName: certificate.recipientName,
        number: certificate.number,
        templateName: namesOf(found).templateName,
        status: certificate.status,
        generatedAt: certificate.generatedAt,
        awardedOn: certificate.awardedOn,
        imported: certificate.imported,
        expiresAt: certificate.expiresAt,
        revokedAt: certificate.revokedAt,
        revokedReason: certificate.revokedReason,
      },
    },
    verificationUrl: certificate.verificationUrl,
    row,
    sealed,
  };
}

/**
 * Returns the result for the asked hash, without personal data where it is withheld. That of a former revision never has a name, and is not
 * valid.
 */
export function resultOf(verification: Verified): VerificationResult {
  const { former, verificationUrl } = verification;
  const shown = verification.isWithheld ? withoutPerson(verification) : verification.result;
  if (!former) return shown;
  const { history: _, renewedBy: __, certificate, ...others } = shown;
  return {
    ...{ ...others, valid: false },
    certificate: {
      ...certificate,
      ...{ verificationHash: former.verificationHash, status: REPLACED, recipientName: null, awardedOn: null },
      ...{ expiresAt: null, revokedAt: null, revokedReason: null },
    },
    replacedBy: verificationUrl,
  };
}

/** Returns the result without what names the recipient. A renewal could do so, too. */
function withoutPerson({ isHidden, result }: Verified): VerificationResult {
  const { certificate, renewedBy: _, ...others } = result;
  return {
    ...{ ...others, ...(isHidden && { hidden: true }) },
    certificate: { ...certificate, recipientName: null, number: null, revokedReason: null },
  };
}

/** Returns when a former revision was replaced; null if no statement says so. */
const endOf = (sealed: SealedFacts | null, hash: string): Date | null =>
  sealed?.formers.find(({ verificationHash }) => verificationHash === hash)?.until ?? null;

const historyOf = ({ corrections }: SealedFacts): VerificationResult['history'] =>
  corrections.map(({ revision, at, changed }) => ({ revision, at: iso(at), changed }));
