import { sql } from 'kysely';
import { Certificate } from '../../database/entities/certificate.ts';
import { database } from '../../database/queue.ts';
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

type IssuerColumns = Issuer & { logoToken: string | null };

/** The one look-up that names no organisation: the hash, 256 bits that nobody can guess, is what the caller has. */
async function findByHash(services: Services, hash: string) {
  const em = services.em();
  const { rows } = await sql<
    Record<string, unknown> & { template_name: string; digest: Buffer; issuer: IssuerColumns }
  >`
    select c.*, t.name as template_name, v.digest, json_build_object('name', o.organization_name,
      'websiteUrl', o.website_url, 'brandColor', o.brand_color, 'logoUrl', o.logo_url,
      'logoToken', encode(o.logo_token, 'hex')) as issuer
    from certificates c
    join templates t on t.organisation_id = c.template_organisation_id and t.id = c.template_id
    join template_versions v
      on v.organisation_id = t.organisation_id and v.template_id = t.id and v.version = c.template_version
    join organisations o on o.id = c.organisation_id
    where c.verification_hash = ${Buffer.from(hash, 'hex')}`.execute(database(em));
  const [found] = rows;
  if (!found) return null;
  const { template_name, digest, issuer, ...columns } = found;
  const { logoToken, ...shown } = issuer;
  const row = em.map(Certificate, columns);
  const logo = {
    id: row.organisationId,
    logoUrl: shown.logoUrl,
    logoToken: logoToken === null ? null : Buffer.from(logoToken, 'hex'),
  };
  return {
    row,
    templateName: template_name,
    templateDigest: digest.toString('hex'),
    issuer: { ...shown, logoUrl: logoUrl(services, logo) },
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
