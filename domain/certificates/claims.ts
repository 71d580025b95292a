import { createHmac } from 'node:crypto';
import type { CertificateData } from '../../database/entities/certificate.ts';
import { didWeb, hashedRecipient, identityDigest, type Recipient } from '../../proof/credential/index.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';

/**
 * The permanent content of a certificate. Its verification hash covers every member. The address that a certificate is mailed to is none of
 * them, as it may change: the digest of the mailbox at the issue is.
 */
export interface Claims {
  version: typeof CLAIMS_VERSION;
  certificateId: string;
  /** Counts the corrections: 1 as it was issued. */
  revision: number;
  organisationId: string;
  templateId: string;
  templateVersion: number;
  /** SHA-256 of the design (hex). */
  templateDigest: string;
  recipientName: string;
  /** SHA-256 (hex) of the mailbox of the address that it was issued with, and the salt that is made of the nonce; null without one. */
  recipientDigest: string | null;
  variables: Readonly<Record<string, string>>;
  /** ISO 8601 with milliseconds. */
  issuedAt: string;
  /** The day that it was earned, as YYYY-MM-DD in the time zone of the issue (IANA name). */
  awardedOn: string;
  timeZone: string;
  /** 256 random bits (hex): the hash gives nothing away and can't be guessed. */
  nonce: string;
  /** As they were when it was issued. */
  templateName: string;
  issuerName: string | null;
  /** The caller's own id for it. */
  externalId: string | null;
  /** Number in a series of the organisation. */
  number: string | null;
  /** Says that something else issued it before, and when it came here; null for what was issued here. */
  imported: { at: string; issuer: string | null } | null;
  /** What the addresses of its verification page, files and status list begin with: the public address when it was issued. */
  address: string;
  /** The issuer's DID in the credential. */
  issuer: string;
}

const CLAIMS_VERSION = 1;

type Given = 'certificateId' | 'organisationId' | 'templateId' | 'templateVersion' | 'templateDigest' | 'templateName';

/** Completes what is known of a certificate to its claims: the members that follow from others, or are the same for all. */
export function completeClaims(
  given: Pick<
    Claims,
    | Given
    | 'issuerName'
    | 'recipientName'
    | 'recipientDigest'
    | 'variables'
    | 'issuedAt'
    | 'nonce'
    | 'externalId'
    | 'address'
  >,
): Claims {
  const awardedOn = given.issuedAt.slice(0, 10);
  const issuer = issuerDid(given.address, given.organisationId);
  const same = { version: CLAIMS_VERSION, revision: 1, timeZone: 'UTC', number: null, imported: null } as const;
  return { ...same, ...given, awardedOn, issuer };
}

/** Returns the salt of the recipient's digest, which the credential shows: it gives the nonce away no more than a hash does. */
const saltOf = (nonce: Uint8Array): string =>
  createHmac('sha256', nonce).update('recipient').digest('hex').slice(0, 32);

/** Returns the digest of a mailbox (`mailboxOf`) for the claims of the certificate with this nonce (hex). */
export const recipientDigest = (mailbox: string, nonce: string): string =>
  identityDigest(mailbox, saltOf(Buffer.from(nonce, 'hex')));

/** Returns the recipient as the credential names them: the mailbox at the issue, or the name where there was none. */
export function credentialRecipient({ recipientDigest, recipientName, nonce }: CertificateData): Recipient {
  const salt = saltOf(nonce);
  if (recipientDigest) return { type: 'emailAddress', digest: Buffer.from(recipientDigest).toString('hex'), salt };
  return hashedRecipient('name', recipientName, salt);
}

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
  return completeClaims({
    certificateId: row.id,
    organisationId: row.organisationId,
    templateId: row.templateId,
    templateVersion: row.templateVersion,
    templateDigest,
    recipientName: row.recipientName,
    recipientDigest: row.recipientDigest ? Buffer.from(row.recipientDigest).toString('hex') : null,
    variables: row.variables,
    issuedAt: iso(row.createdAt),
    nonce: Buffer.from(row.nonce).toString('hex'),
    ...{ templateName, issuerName, externalId: row.externalId ?? null },
    address: row.address,
  });
}

/** Returns the columns that claims are stored in, of those that differ from certificate to certificate. */
export const columnsOf = ({ certificateId, issuedAt, nonce, ...claims }: Claims, hash: Buffer) => ({
  id: certificateId,
  ...{ externalId: claims.externalId, address: claims.address, variables: claims.variables },
  recipientName: claims.recipientName,
  recipientDigest: claims.recipientDigest === null ? null : Buffer.from(claims.recipientDigest, 'hex'),
  ...{ verificationHash: hash, nonce: Buffer.from(nonce, 'hex'), createdAt: new Date(issuedAt) },
});

/** Returns the names that a certificate was issued under. */
export const namesOf = (row: CertificateData): { templateName: string; issuerName: string | null } => ({
  templateName: row.templateName,
  issuerName: row.issuerName ?? null,
});
