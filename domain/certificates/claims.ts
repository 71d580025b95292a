import type { CertificateData } from '../../database/entities/certificate.ts';
import type { Services } from '../context.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';

/** What a certificate says for good: every member goes into the hash that anyone can verify it by. Version 1, which had no names. */
interface FirstClaims {
  certificateId: string;
  organisationId: string;
  templateId: string;
  templateVersion: number;
  /** SHA-256 of the design (hex). */
  templateDigest: string;
  recipientName: string;
  recipientEmail: string | null;
  variables: Readonly<Record<string, string>>;
  /** ISO 8601 with milliseconds. */
  issuedAt: string;
  /** 256 random bits (hex): the hash gives nothing away and can't be guessed. */
  nonce: string;
}

/** The claims of what is issued now. */
export interface Claims extends FirstClaims {
  version: typeof CLAIMS_VERSION;
  /** As they were when it was issued. */
  templateName: string;
  issuerName: string | null;
  /** The caller's own id for it. */
  externalId: string | null;
}

export const CLAIMS_VERSION = 2;

/** SHA-256 of the claims' canonical JSON (RFC 8785). */
export const claimsHash = (claims: FirstClaims | Claims): Buffer => sha256(canonicalJson(claims));

/** The values of a certificate's placeholders: its variables and the built-in ones. */
export function placeholderValues(
  services: Pick<Services, 'baseUrl'>,
  claims: Pick<Claims, 'certificateId' | 'variables' | 'issuedAt'>,
  verificationHash: string,
  organizationName: string | null,
): Map<string, string> {
  return new Map([
    ...Object.entries(claims.variables),
    ['verificationUrl', verificationUrl(services, verificationHash)],
    ['verificationHash', verificationHash],
    ['certificateId', claims.certificateId],
    ['issuedOn', claims.issuedAt.slice(0, 10)],
    ['organizationName', organizationName ?? ''],
  ]);
}

/** Public address of the verification page. */
export const verificationUrl = (services: Pick<Services, 'baseUrl'>, verificationHash: string): string =>
  `${services.baseUrl}/verify/${verificationHash}`;

/** The claims by the current columns; a certificate that was tampered with gives another hash. */
export function claimsOf(row: CertificateData, templateDigest: string): FirstClaims | Claims {
  const claims = {
    certificateId: row.id,
    organisationId: row.organisationId,
    templateId: row.templateId,
    templateVersion: row.templateVersion,
    templateDigest,
    recipientName: row.recipientName,
    recipientEmail: row.recipientEmail ?? null,
    variables: row.variables,
    issuedAt: iso(row.createdAt),
    nonce: Buffer.from(row.nonce).toString('hex'),
  };
  if (row.claimsVersion !== CLAIMS_VERSION) return claims;
  const { templateName, issuerName = null, externalId = null } = row;
  return { ...claims, version: CLAIMS_VERSION, templateName: templateName ?? '', issuerName, externalId };
}

/** The names that a certificate was issued under, with what the first ones have instead: the current ones. */
export function namesOf(
  row: CertificateData,
  current: { templateName: string; organizationName: string | null },
): { templateName: string; issuerName: string | null } {
  if (row.claimsVersion !== CLAIMS_VERSION)
    return { templateName: current.templateName, issuerName: current.organizationName };
  return { templateName: row.templateName ?? '', issuerName: row.issuerName ?? null };
}
