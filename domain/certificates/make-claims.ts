import type { CertificateData } from '../../database/entities/certificate.ts';
import { didWeb } from '../../proof/credential/index.ts';
import { publicAddressOf } from '../addresses/choose-address.ts';
import { shortVerificationUrl, verificationUrl } from '../addresses/link-verification.ts';
import type { DomainContext } from '../context.ts';
import { lastDayBefore } from '../shared/calendar.ts';
import { canonicalJson, randomToken, sha256 } from '../shared/crypto.ts';
import { newId } from '../shared/ids.ts';
import { iso } from '../shared/schemas.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import type { Term } from './choose-term.ts';
import { recipientDigest } from './digest-recipient.ts';
import type { Recipient } from './schemas.ts';

/**
 * The permanent content of a certificate. Its verification hash covers every member. The e-mail address can change, so claims contain a
 * digest of the mailbox at the time of issue.
 */
export interface Claims {
  version: typeof CLAIMS_VERSION;
  certificateId: string;
  /** Starts at 1; each correction adds 1. */
  revision: number;
  organisationId: string;
  /** Template, version, SHA-256 of the design (hex) and name; null if the certificate was imported without a template. */
  templateId: string | null;
  templateVersion: number | null;
  templateDigest: string | null;
  templateName: string | null;
  recipientName: string;
  /** SHA-256 (hex) of the mailbox at the time of issue, followed by a salt derived from the nonce; null without an address. */
  recipientDigest: string | null;
  variables: Readonly<Record<string, string>>;
  /** ISO 8601 with milliseconds. */
  issuedAt: string;
  /** Award date, YYYY-MM-DD in the time zone of the issue (IANA name). */
  awardedOn: string;
  timeZone: string;
  /** 256 random bits (hex), so that the hash reveals nothing and cannot be guessed. */
  nonce: string;
  /** Name at the time of issue. */
  issuerName: string | null;
  /** The caller's id for the certificate. */
  externalId: string | null;
  /** Number in a series of the organisation. */
  number: string | null;
  /** Id of the certificate that this one renews. */
  renewalOf: string | null;
  /** Time of the import, and the issuer elsewhere; null for certificates that were issued here. */
  imported: { at: string; issuer: string | null } | null;
  /** SHA-256 (hex) of the original PDF; null for certificates that are rendered from the template. */
  originalPdf: string | null;
  /** Public address at the time of issue. The verification page, files and status list are below it. */
  address: string;
  /** The issuer's DID in the credential. */
  issuer: string;
}

const CLAIMS_VERSION = 1;

type Derived = 'version' | 'issuer';

/** Adds derived and constant members. */
function completeClaims(given: Omit<Claims, Derived>): Claims {
  const issuer = issuerDid(given.address, given.organisationId);
  return { version: CLAIMS_VERSION, ...given, issuer };
}

/** Version of a template from which a certificate is issued, and the issuer. Without a template, the other members are null. */
export type IssuedFrom = Pick<IssuableVersion, 'organizationName'> & {
  [Member in 'templateId' | 'version' | 'digest' | 'templateName']: IssuableVersion[Member] | null;
};

/** Content of a new certificate. */
interface Content {
  recipient: Pick<Recipient, 'variables' | 'recipientEmail' | 'externalId'> & { recipientName: string };
  term: Term;
  number: string | null;
  renewalOf?: string | null | undefined;
  /** Set for a certificate that was issued elsewhere. */
  imported?: { id: string; issuer: string | null; originalDigest: Uint8Array | null };
}

/** Returns the claims of a new certificate, issued or imported now. */
export function makeClaims(
  context: DomainContext,
  template: IssuedFrom,
  { recipient, term, number, renewalOf = null, imported }: Content,
): Claims {
  const issuedAt = iso(context.now());
  const nonce = randomToken(32).toString('hex');
  return completeClaims({
    certificateId: imported?.id ?? newId(context.now()),
    revision: 1,
    organisationId: context.organisationId,
    templateId: template.templateId,
    templateVersion: template.version,
    templateDigest: hexOrNull(template.digest),
    recipientName: recipient.recipientName,
    recipientDigest: recipientDigest(recipient.recipientEmail, nonce),
    variables: recipient.variables,
    issuedAt,
    awardedOn: term.awardedOn,
    timeZone: term.timeZone,
    ...{ number, renewalOf },
    imported: imported ? { at: issuedAt, issuer: imported.issuer } : null,
    originalPdf: hexOrNull(imported?.originalDigest),
    templateName: template.templateName,
    issuerName: template.organizationName,
    externalId: recipient.externalId ?? null,
    address: publicAddressOf(context, context.organisationId),
    nonce,
  });
}

/** Values of a certificate that a correction can change. */
type Corrected = Pick<
  Claims,
  'revision' | 'templateVersion' | 'templateDigest' | 'templateName' | 'issuerName' | 'variables' | 'awardedOn'
> & { recipientName: string; recipientEmail: string | null };

/** Returns the claims of a certificate's next revision, at the present address. */
export function correctClaims(context: DomainContext, row: CertificateData, corrected: Corrected): Claims {
  const { recipientEmail, ...values } = corrected;
  const nonce = randomToken(32).toString('hex');
  return completeClaims({
    ...claimsOf(row, null),
    ...values,
    recipientDigest: recipientDigest(recipientEmail ?? undefined, nonce),
    address: publicAddressOf(context, context.organisationId),
    nonce,
  });
}

/** Returns the SHA-256 of the claims' canonical JSON (RFC 8785). */
export const claimsHash = (claims: Claims): Buffer => sha256(canonicalJson(claims));

/** Returns the values of a certificate's placeholders: its variables and the built-in ones. */
export function placeholderValues(
  claims: Pick<Claims, 'certificateId' | 'variables' | 'awardedOn' | 'timeZone' | 'address' | 'number'>,
  verificationHash: string,
  { organizationName, expiresAt }: { organizationName: string | null; expiresAt: Date | null | undefined },
): Map<string, string> {
  return new Map([
    ...Object.entries(claims.variables),
    ['verificationUrl', verificationUrl(claims.address, verificationHash)],
    ['shortVerificationUrl', shortVerificationUrl(claims.address, verificationHash)],
    ['verificationHash', verificationHash],
    ['certificateId', claims.certificateId],
    ['certificateNumber', claims.number ?? ''],
    ['issuedOn', claims.awardedOn],
    ['expiresOn', expiresAt ? lastDayBefore(expiresAt, claims.timeZone) : ''],
    ['organizationName', organizationName ?? ''],
  ]);
}

/** Returns the identifier under which an organisation issues credentials at an address (did:web). */
export const issuerDid = (address: string, organisationId: string): string =>
  didWeb(address, 'issuers', organisationId);

/** Returns the claims by the current columns. A changed certificate gives another hash. */
export function claimsOf(row: CertificateData, designDigest: Uint8Array | null): Claims {
  const { templateName, issuerName } = namesOf(row);
  return completeClaims({
    certificateId: row.id,
    revision: row.revision,
    organisationId: row.organisationId,
    templateId: row.templateId ?? null,
    templateVersion: row.templateVersion ?? null,
    templateDigest: hexOrNull(designDigest),
    recipientName: row.recipientName,
    recipientDigest: hexOrNull(row.recipientDigest),
    variables: row.variables,
    issuedAt: iso(row.createdAt),
    awardedOn: row.awardedOn,
    timeZone: row.timeZone,
    ...{ number: row.number ?? null, renewalOf: row.renewalOf ?? null },
    imported: importOf(row),
    originalPdf: hexOrNull(row.originalDigest),
    nonce: Buffer.from(row.nonce).toString('hex'),
    ...{ templateName, issuerName, externalId: row.externalId ?? null },
    address: row.address,
  });
}

/** Returns false for a certificate whose values differ from its claims, because they were changed outside Laurel. */
export const hasClaims = (row: CertificateData & { versionDigest: Uint8Array | null }): boolean =>
  claimsHash(claimsOf(row, row.versionDigest)).equals(row.verificationHash);

/** Returns the time of a certificate's import and its issuer elsewhere; null if it was issued here. */
export const importOf = (
  row: Pick<CertificateData, 'importPayment' | 'createdAt' | 'originalIssuer'>,
): { at: string; issuer: string | null } | null =>
  row.importPayment == null ? null : { at: iso(row.createdAt), issuer: row.originalIssuer ?? null };

const hexOrNull = (digest: Uint8Array | null | undefined): string | null =>
  digest ? Buffer.from(digest).toString('hex') : null;

/** Columns of claims that differ between certificates of a batch, with their SQL types. */
export const CLAIM_COLUMNS = {
  id: 'uuid',
  externalId: 'text',
  address: 'text',
  recipientName: 'text',
  recipientDigest: 'bytea',
  variables: 'jsonb',
  verificationHash: 'bytea',
  nonce: 'bytea',
  createdAt: 'timestamptz',
  awardedOn: 'date',
  timeZone: 'text',
  number: 'text',
  renewalOf: 'uuid',
  originalIssuer: 'text',
  originalDigest: 'bytea',
} as const;

/** Returns the values of these columns. */
export const columnsOf = (claims: Claims, hash: Buffer) => ({
  id: claims.certificateId,
  externalId: claims.externalId,
  address: claims.address,
  recipientName: claims.recipientName,
  recipientDigest: bytesOrNull(claims.recipientDigest),
  variables: claims.variables,
  verificationHash: hash,
  nonce: Buffer.from(claims.nonce, 'hex'),
  createdAt: new Date(claims.issuedAt),
  awardedOn: claims.awardedOn,
  timeZone: claims.timeZone,
  number: claims.number,
  renewalOf: claims.renewalOf,
  originalIssuer: claims.imported?.issuer ?? null,
  originalDigest: bytesOrNull(claims.originalPdf),
});

const bytesOrNull = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'));

/** Returns the names that a certificate was issued under. */
export const namesOf = (row: CertificateData): { templateName: string | null; issuerName: string | null } => ({
  templateName: row.templateName ?? null,
  issuerName: row.issuerName ?? null,
});
