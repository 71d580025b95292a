import { findRenewalUrl } from '../certificates/find-renewals.ts';
import { namesOf } from '../certificates/make-claims.ts';
import { type ProjectedCertificate, projectCertificate } from '../certificates/project.ts';
import { type CertificateState, VALID } from '../certificates/state.ts';
import { inOrganisation, type Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { shownLogoUrl } from '../organisations/show-logo.ts';
import type { SealedFacts } from '../seals/follow-chain.ts';
import { revocationOf } from '../seals/parse-statement.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { dayOf, isTimeZone, lastDayBefore, UTC } from '../shared/calendar.ts';
import { isSandbox, liveOf } from '../shared/ids.ts';
import { iso } from '../shared/schemas.ts';
import { versionLanguage } from '../templates/read-variables.ts';
import { checkIntegrity } from './check-integrity.ts';
import type { CountVerification } from './count.ts';
import { findByFormerHash, findByHash } from './find.ts';
import { type FormerFiles, listFormerFiles } from './list-former-files.ts';
import { REPLACED, type VerificationResult } from './schemas.ts';

export interface VerificationServices extends Services {
  countVerification: CountVerification;
}

/** The issuer with its current branding. */
interface Issuer {
  /** Name at the time of issue. */
  name: string | null;
  websiteUrl: string | null;
  /** Address at this installation, for browsers. */
  logoUrl: string | null;
  /** Colour such as `#1F4E8C`. */
  brandColor: string | null;
}

/** Result for the revision of a certificate that is in force. */
type PresentResult = VerificationResult & {
  certificate: { recipientName: string; awardedOn: string; status: CertificateState };
};

/** Content of the public verification page, which shows the revision in force. */
export interface Verification {
  result: PresentResult;
  /** True if the recipient has hidden the page, and it was not opened by a link of the recipient. */
  isHidden: boolean;
  /**
   * True if nothing personal may be shown: the page is hidden, or its row was changed outside Laurel. The hiding of such a row is not known, and
   * SQL could open a hidden page with it.
   */
  isWithheld: boolean;
  /** Link of the recipient by which the page was opened; null without one. */
  sharedUrl: string | null;
  /** Former revision that was asked for; null for the one in force. */
  former: { verificationHash: string; until: Date | null } | null;
  issuer: Issuer;
  /** Current names, if they have changed since the issue; otherwise null. */
  renamed: { template: string | null; issuer: string | null };
  /** Time zone of the certificate's dates, and two of its days (YYYY-MM-DD) in it. */
  dates: { timeZone: string; issuedOn: string; validUntil: string | null };
  /** Address of the page of the revision in force. */
  verificationUrl: string;
  pdfUrl: string | null;
  imageUrl: string | null;
  credentialUrl: string | null;
  /** SHA-256 (hex) of the sealed PDF and image; empty before rendering. */
  fileDigests: string[];
  formerFiles: FormerFiles[];
  /** Language of the certificate (BCP 47); null if its design has none. */
  language: string | null;
}

/**
 * Verifies a certificate by its hash and counts the call (specification 4.8). A former hash leads to the revision in force. Needs no key;
 * NOT_FOUND for an unknown hash.
 */
export async function verifyCertificate(
  services: VerificationServices,
  input: { hash: string; sharedUrl?: string },
): Promise<Verification> {
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
  const { templateName, issuerName } = namesOf(found);
  const { sealed } = integrity;
  // Last signed status and expiry, or the row's own if its statements are not readable.
  const certificate = projectCertificate(inOrganisation(services, found.organisationId), {
    ...found,
    ...(sealed && revocationOf(sealed.status)),
    ...(sealed?.expiresAt !== undefined && { expiresAt: sealed.expiresAt }),
  });
  const { pdfUrl, imageUrl, credentialUrl } = certificate;
  const isFormer = certificate.verificationHash !== input.hash;
  // Only SQL can make the hash lead to a certificate whose statements do not know it.
  if (isFormer && sealed && endOf(sealed, input.hash) === null) throw notFound();
  const isHidden = found.hidden && input.sharedUrl === undefined;
  return {
    isHidden,
    isWithheld: isHidden || (!integrity.verified && !isAuthentic(services, 'certificates', found)),
    sharedUrl: input.sharedUrl ?? null,
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
        templateName,
        status: certificate.status,
        generatedAt: certificate.generatedAt,
        awardedOn: certificate.awardedOn,
        imported: certificate.imported,
        expiresAt: certificate.expiresAt,
        revokedAt: certificate.revokedAt,
        revokedReason: certificate.revokedReason,
      },
    },
    issuer: {
      name: issuerName,
      websiteUrl: found.websiteUrl,
      brandColor: found.brandColor,
      logoUrl: shownLogoUrl(services, {
        ...{ id: liveOf(found.organisationId), logoUrl: found.logoUrl, logoToken: found.logoToken },
      }),
    },
    renamed: {
      template: found.currentTemplateName === templateName ? null : found.currentTemplateName,
      issuer: found.organizationName === issuerName ? null : found.organizationName,
    },
    // A zone that does not exist was written outside Laurel, which the integrity shows.
    dates: datesOf(certificate, isTimeZone(found.timeZone) ? found.timeZone : UTC),
    language: found.givenLanguage ?? versionLanguage(found.language, found.variables),
    ...{ verificationUrl: certificate.verificationUrl, pdfUrl, imageUrl, credentialUrl },
    fileDigests: [found.pdfDigest, found.imageDigest].flatMap((digest) =>
      digest ? Buffer.from(digest).toString('hex') : [],
    ),
    formerFiles: sealed ? listFormerFiles(sealed) : [],
  };
}

/** Returns the result for the asked hash, without personal data where it is withheld. That of a former revision never has a name, and is not valid. */
export function resultOf(verification: Verification): VerificationResult {
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
function withoutPerson({ isHidden, result }: Verification): VerificationResult {
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

const datesOf = ({ generatedAt, expiresAt }: ProjectedCertificate, timeZone: string): Verification['dates'] => ({
  timeZone,
  issuedOn: dayOf(new Date(generatedAt), timeZone),
  validUntil: expiresAt === null ? null : lastDayBefore(new Date(expiresAt), timeZone),
});
