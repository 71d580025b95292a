import { namesOf } from '../certificates/claims.ts';
import { fileUrl } from '../certificates/files.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { shownLogoUrl } from '../organisations/shown-logo.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { versionLanguage } from '../templates/variables.ts';
import type { CountVerification } from './count.ts';
import { type Found, findByHash } from './find.ts';
import { checkIntegrity, type Integrity } from './integrity.ts';
import type { VerificationResult } from './schemas.ts';

export interface VerificationServices extends Services {
  countVerification: CountVerification;
}

/** Who issued it, as they want to be seen. */
export interface Issuer {
  /** As it was when the certificate was issued. */
  name: string | null;
  websiteUrl: string | null;
  /** Of this installation, for browsers. */
  logoUrl: string | null;
  /** As in `#1F4E8C`. */
  brandColor: string | null;
}

/** What the public page shows beside the result. */
export interface Verification {
  result: VerificationResult;
  issuer: Issuer;
  /** The names that have changed since the certificate was issued. */
  renamed: { template: string | null; issuer: string | null };
  pdfUrl: string | null;
  imageUrl: string | null;
  credentialUrl: string | null;
  /** SHA-256 (hex) of the PDF and the image that were sealed; none before. */
  fileDigests: string[];
  /** Of the certificate (BCP 47), as far as its design gives it. */
  language: string | null;
}

/** Verifies a certificate by its hash and counts the call (specification 4.8). Needs no key; NOT_FOUND for an unknown hash. */
export async function verifyCertificate(
  services: VerificationServices,
  input: { hash: string },
): Promise<Verification> {
  const found = await findByHash(services, input.hash);
  if (!found) throw notFound();
  const counted = services.countVerification(found);
  const [integrity] = await Promise.all([checkIntegrity(services, found), counted]);
  const { templateName, issuerName } = namesOf(found);
  const { revokedAt, revokedReason } = statusOf(found, integrity);
  return {
    result: {
      valid: integrity.verified && !revokedAt,
      integrityVerified: integrity.verified,
      certificate: {
        id: found.id,
        verificationHash: input.hash,
        recipientName: found.recipientName,
        templateName,
        status: revokedAt ? 'REVOKED' : 'GENERATED',
        generatedAt: iso(found.createdAt),
        revokedAt,
        revokedReason,
      },
    },
    issuer: {
      name: issuerName,
      websiteUrl: found.websiteUrl,
      brandColor: found.brandColor,
      logoUrl: shownLogoUrl(services, {
        ...{ id: found.organisationId, logoUrl: found.logoUrl, logoToken: found.logoToken },
      }),
    },
    renamed: {
      template: found.currentTemplateName === templateName ? null : found.currentTemplateName,
      issuer: found.organizationName === issuerName ? null : found.organizationName,
    },
    language: versionLanguage(found.language, found.variables),
    ...filesOf(services, found),
  };
}

/** Returns what was signed last, and the row's own where its statements can't be read. */
function statusOf(found: Found, { sealed }: Integrity) {
  if (!sealed) return { revokedAt: isoOrNull(found.revokedAt), revokedReason: found.revokedReason ?? null };
  const { status } = sealed;
  if (!status) return { revokedAt: null, revokedReason: null };
  return status.kind === 'revoke'
    ? { revokedAt: status.sealedAt, revokedReason: status.reason }
    : { revokedAt: null, revokedReason: null };
}

function filesOf(services: Services, found: Found) {
  const completed = found.renderStatus === 'COMPLETED';
  return {
    pdfUrl: completed ? fileUrl(services, found, 'pdf') : null,
    imageUrl: completed ? fileUrl(services, found, 'png') : null,
    credentialUrl: completed && found.credentialDigest ? fileUrl(services, found, 'json') : null,
    fileDigests: [found.pdfDigest, found.imageDigest].flatMap((digest) =>
      digest ? Buffer.from(digest).toString('hex') : [],
    ),
  };
}
