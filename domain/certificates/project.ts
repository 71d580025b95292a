import type { CertificateData } from '../../database/entities/certificate.ts';
import { printedAddressOf } from '../addresses/choose-address.ts';
import { fileUrl } from '../addresses/link-file.ts';
import { verificationUrl } from '../addresses/link-verification.ts';
import type { Services } from '../context.ts';
import { isSandbox } from '../shared/ids.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { importOf } from './make-claims.ts';
import type { Certificate, GeneratedCertificate } from './schemas.ts';
import { stateOf } from './state.ts';

/** Columns of a certificate that are shown or that its addresses are built from. */
const SHOWN = [
  ...(['organisationId', 'id', 'templateId', 'batchId', 'externalId', 'number', 'address'] as const),
  ...(['recipientName', 'recipientEmail', 'recipientId', 'variables'] as const),
  ...(['revision', 'filesEdition', 'credentialEdition', 'verificationHash', 'fileKey', 'createdAt'] as const),
  ...(['awardedOn', 'timeZone', 'expiresAt', 'renewalOf', 'givenLanguage', 'tags', 'renderStatus'] as const),
  ...(['revokedAt', 'revokedReason', 'importPayment', 'originalIssuer', 'legacyCode', 'hidden'] as const),
] satisfies (keyof CertificateData)[];

/** The columns that are shown of a certificate `c`, a third fewer than all. */
export const SHOWN_COLUMNS = [...SHOWN, 'credentialDigest' as const].map((name) => `c.${name}` as const);

/** The shown columns of a certificate. */
export type ShownRow = Pick<CertificateData, (typeof SHOWN)[number]> & { credentialDigest?: Uint8Array | null };

/** A certificate as the API shows it, without members from other tables. */
export type ProjectedCertificate = Omit<Certificate, 'template' | 'emailStatus' | 'emailError' | 'renewedBy'>;

type ProjectingServices = Pick<Services, 'installation' | 'authenticator' | 'now'>;
type FileUrls = Pick<ProjectedCertificate, 'pdfUrl' | 'imageUrl' | 'credentialUrl'>;

/** Returns a row in the form that the API shows. Every response, webhook, export and page takes its members from here. */
export const projectCertificate = (services: ProjectingServices, row: ShownRow): ProjectedCertificate => ({
  ...projectFacts(services, row),
  ...fileUrlsOf(services, row),
});

/** Returns the addresses of a certificate's files, each with its token. */
export function fileUrlsOf(services: ProjectingServices, row: ShownRow): FileUrls {
  const isRendered = row.renderStatus === 'COMPLETED';
  return {
    pdfUrl: isRendered ? fileUrl(services, row, 'pdf') : null,
    imageUrl: isRendered ? fileUrl(services, row, 'png') : null,
    credentialUrl: isRendered && row.credentialDigest ? fileUrl(services, row, 'json') : null,
  };
}

/** Returns what the API shows of a row, without the addresses of its files. */
export function projectFacts(services: ProjectingServices, row: ShownRow): Omit<ProjectedCertificate, keyof FileUrls> {
  const verificationHash = Buffer.from(row.verificationHash).toString('hex');
  return {
    id: row.id,
    recipientName: row.recipientName,
    recipientEmail: row.recipientEmail ?? null,
    recipientId: row.recipientId ?? null,
    variables: row.variables,
    externalId: row.externalId ?? null,
    number: row.number ?? null,
    status: stateOf(row, services.now()),
    renderStatus: row.renderStatus,
    revision: row.revision,
    verificationHash,
    verificationUrl: verificationUrl(printedAddressOf(services, row), verificationHash),
    createdAt: iso(row.createdAt),
    generatedAt: iso(row.createdAt),
    awardedOn: row.awardedOn,
    timeZone: row.timeZone,
    expiresAt: isoOrNull(row.expiresAt),
    language: row.givenLanguage ?? null,
    renewalOf: row.renewalOf ?? null,
    hidden: row.hidden,
    imported: importOf(row),
    legacyCode: row.legacyCode ?? null,
    revokedAt: isoOrNull(row.revokedAt),
    revokedReason: row.revokedReason ?? null,
    batchId: row.batchId ?? null,
    tags: row.tags,
    test: isSandbox(row.organisationId),
  };
}

/** Returns the answer to a creation. */
export function generatedView(
  certificate: ProjectedCertificate,
  credits: GeneratedCertificate['credits'],
): GeneratedCertificate {
  const { id, verificationHash, verificationUrl, recipientName, recipientEmail, externalId, number } = certificate;
  const { status, renderStatus, createdAt, awardedOn, expiresAt, tags } = certificate;
  return {
    ...{ id, verificationHash, verificationUrl, recipientName, recipientEmail, externalId, number },
    ...{ status, renderStatus, createdAt, awardedOn, expiresAt, tags, credits },
  };
}

/** Returns a certificate of a dry run, whose page does not exist, with the address of the page that verifies any certificate. */
export const withoutPage = <Shown extends { verificationUrl: string }>(
  { installation }: Pick<Services, 'installation'>,
  certificate: Shown,
): Shown => ({ ...certificate, verificationUrl: `${installation.address}/verify` });
