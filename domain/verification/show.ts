import { namesOf } from '../certificates/make-claims.ts';
import { fileUrlsOf } from '../certificates/project.ts';
import { inOrganisation } from '../context.ts';
import { shownLogoUrl } from '../organisations/show-logo.ts';
import { dayOf, isTimeZone, lastDayBefore, UTC } from '../shared/calendar.ts';
import { liveOf } from '../shared/ids.ts';
import { versionLanguage } from '../templates/read-variables.ts';
import { type FormerFiles, listFormerFiles } from './list-former-files.ts';
import { type VerificationServices, type Verified, verifyCertificate } from './verify.ts';

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

/** Content of the public verification page, which shows the revision in force. */
export interface Verification
  extends Pick<Verified, 'result' | 'isHidden' | 'isWithheld' | 'former' | 'verificationUrl'> {
  /** Link of the recipient by which the page was opened; null without one. */
  sharedUrl: string | null;
  issuer: Issuer;
  /** Current names, if they have changed since the issue; otherwise null. */
  renamed: { template: string | null; issuer: string | null };
  /** Time zone of the certificate's dates, and two of its days (YYYY-MM-DD) in it. */
  dates: { timeZone: string; issuedOn: string; validUntil: string | null };
  pdfUrl: string | null;
  imageUrl: string | null;
  credentialUrl: string | null;
  /** SHA-256 (hex) of the sealed PDF and image; empty before rendering. */
  fileDigests: string[];
  formerFiles: FormerFiles[];
  /** Language of the certificate (BCP 47); null if its design has none. */
  language: string | null;
}

/** Verifies a certificate for its page (see `verifyCertificate`). */
export async function showVerification(
  services: VerificationServices,
  input: { hash: string; sharedUrl?: string },
): Promise<Verification> {
  const { row, sealed, ...verified } = await verifyCertificate(services, input);
  const { templateName, issuerName } = namesOf(row);
  // A zone that does not exist was written outside Laurel, which the integrity shows.
  const timeZone = isTimeZone(row.timeZone) ? row.timeZone : UTC;
  return {
    ...verified,
    sharedUrl: input.sharedUrl ?? null,
    issuer: {
      name: issuerName,
      websiteUrl: row.websiteUrl,
      brandColor: row.brandColor,
      logoUrl: shownLogoUrl(services, {
        ...{ id: liveOf(row.organisationId), logoUrl: row.logoUrl, logoToken: row.logoToken },
      }),
    },
    renamed: {
      template: row.currentTemplateName === templateName ? null : row.currentTemplateName,
      issuer: row.organizationName === issuerName ? null : row.organizationName,
    },
    dates: {
      timeZone,
      issuedOn: dayOf(row.createdAt, timeZone),
      validUntil: row.expiresAt ? lastDayBefore(row.expiresAt, timeZone) : null,
    },
    language: row.givenLanguage ?? versionLanguage(row.language, row.variables),
    ...fileUrlsOf(inOrganisation(services, row.organisationId), row),
    fileDigests: [row.pdfDigest, row.imageDigest].flatMap((digest) =>
      digest ? Buffer.from(digest).toString('hex') : [],
    ),
    formerFiles: sealed ? listFormerFiles(sealed) : [],
  };
}
