import type { Certificate } from '../../database/entities/certificate.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { claimsHash, claimsOf, sealBytes } from '../certificates/claims.ts';
import { fileKey, fileUrl } from '../certificates/files.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { logoUrl } from '../organisations/logo-file.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import type { CountVerification } from './count.ts';
import type { VerificationResult } from './schemas.ts';

export interface VerificationServices extends Services {
  countVerification: CountVerification;
}

/** Who issued it, as they want to be seen. */
export interface Issuer {
  name: string | null;
  websiteUrl: string | null;
  logoUrl: string | null;
  /** As in `#1F4E8C`. */
  brandColor: string | null;
}

/** What the public page shows beside the result. */
export interface Verification {
  result: VerificationResult;
  issuer: Issuer;
  pdfUrl: string | null;
  imageUrl: string | null;
  /** SHA-256 (hex) of the PDF that was sealed. */
  pdfDigest: string | null;
}

/** Verifies a certificate by its hash and counts the call (specification 4.8). Needs no key; NOT_FOUND for an unknown hash. */
export async function verifyCertificate(
  services: VerificationServices,
  input: { hash: string },
): Promise<Verification> {
  const found = await findByHash(services, input.hash);
  if (!found) throw notFound();
  const { row, templateName, templateDigest, issuer } = found;
  const [integrityVerified] = await Promise.all([
    isIntact(services, row, templateDigest),
    services.countVerification(row),
  ]);
  const completed = row.renderStatus === 'COMPLETED';
  return {
    result: {
      valid: integrityVerified && !row.revokedAt,
      integrityVerified,
      certificate: {
        id: row.id,
        verificationHash: input.hash,
        recipientName: row.recipientName,
        templateName,
        status: row.revokedAt ? 'REVOKED' : 'GENERATED',
        generatedAt: iso(row.createdAt),
        revokedAt: isoOrNull(row.revokedAt),
        revokedReason: row.revokedReason ?? null,
      },
    },
    issuer,
    pdfUrl: completed ? fileUrl(services, row, 'pdf') : null,
    imageUrl: completed ? fileUrl(services, row, 'png') : null,
    pdfDigest: row.pdfDigest ? Buffer.from(row.pdfDigest).toString('hex') : null,
  };
}

/** The one look-up that names no organisation: the hash, 256 bits that nobody can guess, is what the caller has. */
const certificateByHash = statement((db, { hash }: Bound<{ hash: Uint8Array }>) =>
  db
    .selectFrom('certificates as c')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.organisationId', '=', 'c.templateOrganisationId').onRef('t.id', '=', 'c.templateId'),
    )
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 'c.templateVersion'),
    )
    .innerJoin('organisations as o', 'o.id', 'c.organisationId')
    .selectAll('c')
    .select(['t.name as templateName', 'v.digest as templateDigest'])
    .select(['o.organizationName', 'o.websiteUrl', 'o.brandColor', 'o.logoUrl', 'o.logoToken'])
    .where('c.verificationHash', '=', hash),
);

async function findByHash(services: Services, hash: string) {
  const [row] = await certificateByHash(services.em(), { hash: Buffer.from(hash, 'hex') });
  if (!row) return null;
  const { organisationId, organizationName, websiteUrl, brandColor, logoUrl: address, logoToken } = row;
  const logo = logoUrl(services, { id: organisationId, logoUrl: address, logoToken });
  return {
    row,
    templateName: row.templateName,
    templateDigest: Buffer.from(row.templateDigest).toString('hex'),
    issuer: { name: organizationName, websiteUrl, brandColor, logoUrl: logo },
  };
}

/** Claims rebuilt from the live columns give the hash; once rendered, the seal verifies and the files have its digests. */
async function isIntact(services: Services, row: Certificate, templateDigest: string): Promise<boolean> {
  if (!claimsHash(claimsOf(row, templateDigest)).equals(row.verificationHash)) return false;
  if (row.renderStatus !== 'COMPLETED') return true;
  return isSealed(services, row) && (await hasSealedFiles(services, row));
}

function isSealed(services: Services, row: Certificate): boolean {
  if (!row.pdfDigest || !row.imageDigest || !row.sealedAt || !row.seal || !row.sealKeyId) return false;
  const message = sealBytes({
    verificationHash: Buffer.from(row.verificationHash).toString('hex'),
    pdfSha256: Buffer.from(row.pdfDigest).toString('hex'),
    imageSha256: Buffer.from(row.imageDigest).toString('hex'),
    sealedAt: iso(row.sealedAt),
  });
  return services.signer.verify(row.sealKeyId, message, row.seal);
}

async function hasSealedFiles(services: Services, row: Certificate): Promise<boolean> {
  const [pdf, image] = await Promise.all([
    services.storage.digest(fileKey(row, 'pdf')),
    services.storage.digest(fileKey(row, 'png')),
  ]);
  return same(pdf, row.pdfDigest) && same(image, row.imageDigest);
}

const same = (stored: Uint8Array | null, sealed: Uint8Array | null | undefined): boolean =>
  Boolean(stored && sealed && Buffer.compare(stored, sealed) === 0);
