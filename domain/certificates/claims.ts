import type { CertificateData } from '../../database/entities/certificate.ts';
import { didWeb } from '../../proof/credential/index.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';

/** The permanent content of a certificate. Its verification hash covers every member. */
export interface Claims {
  version: typeof CLAIMS_VERSION;
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
  /** As they were when it was issued. */
  templateName: string;
  issuerName: string | null;
  /** The caller's own id for it. */
  externalId: string | null;
  /** What the addresses of its verification page, files and status list begin with: the public address when it was issued. */
  address: string;
  /** The issuer's DID in the credential. */
  issuer: string;
}

export const CLAIMS_VERSION = 1;

/** SHA-256 of the claims' canonical JSON (RFC 8785). */
export const claimsHash = (claims: Claims): Buffer => sha256(canonicalJson(claims));

/** The values of a certificate's placeholders: its variables and the built-in ones. */
export function placeholderValues(
  claims: Pick<Claims, 'certificateId' | 'variables' | 'issuedAt' | 'address'>,
  verificationHash: string,
  organizationName: string | null,
): Map<string, string> {
  return new Map([
    ...Object.entries(claims.variables),
    ['verificationUrl', verificationUrl(claims.address, verificationHash)],
    ['verificationHash', verificationHash],
    ['certificateId', claims.certificateId],
    ['issuedOn', claims.issuedAt.slice(0, 10)],
    ['organizationName', organizationName ?? ''],
  ]);
}

/** Returns the address of the verification page below the address that is printed on the certificate. */
export const verificationUrl = (address: string, verificationHash: string): string =>
  `${address}/verify/${verificationHash}`;

/** Returns the identifier under which an organisation issues credentials at an address (did:web). */
export const issuerDid = (address: string, organisationId: string): string =>
  didWeb(address, 'issuers', organisationId);

/** The claims by the current columns; a certificate that was tampered with gives another hash. */
export function claimsOf(row: CertificateData, templateDigest: string): Claims {
  const { templateName, issuerName } = namesOf(row);
  return {
    version: CLAIMS_VERSION,
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
    ...{ templateName, issuerName, externalId: row.externalId ?? null },
    ...{ address: row.address, issuer: issuerDid(row.address, row.organisationId) },
  };
}

/** Returns the columns that claims are stored in, of those that differ from certificate to certificate. */
export const columnsOf = ({ certificateId, issuedAt, nonce, ...claims }: Claims, hash: Buffer) => ({
  id: certificateId,
  ...{ externalId: claims.externalId, address: claims.address, variables: claims.variables },
  ...{ recipientName: claims.recipientName, recipientEmail: claims.recipientEmail },
  ...{ verificationHash: hash, nonce: Buffer.from(nonce, 'hex'), createdAt: new Date(issuedAt) },
});

/** Returns the names that a certificate was issued under. */
export const namesOf = (row: CertificateData): { templateName: string; issuerName: string | null } => ({
  templateName: row.templateName,
  issuerName: row.issuerName ?? null,
});
