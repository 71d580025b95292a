import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import { Template } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { DomainContext, Services } from '../context.ts';
import { DomainError, notFound } from '../errors.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { verificationUrl } from './claims.ts';
import { fileUrl } from './files.ts';
import type { Certificate, ListCertificates } from './schemas.ts';

/** One certificate (specification 4.4). */
export async function getCertificate(context: DomainContext, input: { id: string }): Promise<Certificate> {
  const em = context.em();
  const row = await em.findOne(CertificateRow, { organisationId: context.organisationId, id: input.id });
  if (!row) throw notFound();
  const names = await templateNames(em, [row]);
  return toView(context, row, names);
}

/** Where the PDF is; while it is being rendered, 202 with the render status (specification 4.5). */
export async function downloadCertificate(context: DomainContext, input: { id: string }): Promise<{ pdfUrl: string }> {
  const row = await context.em().findOne(CertificateRow, { organisationId: context.organisationId, id: input.id });
  if (!row || row.renderStatus === 'FAILED') throw notFound();
  if (row.renderStatus === 'COMPLETED') return { pdfUrl: fileUrl(context, row, 'pdf') };
  throw new DomainError('NOT_FOUND', 'The PDF is not ready yet: try again in a moment', {
    status: 202,
    extras: { renderStatus: row.renderStatus },
  });
}

/** A page of the organisation's certificates, newest first. No filter's cost grows with their number. */
export async function listCertificates(
  context: DomainContext,
  input: ListCertificates,
): Promise<{ certificates: Certificate[]; nextCursor: string | null }> {
  const em = context.em();
  const rows = await em.find(CertificateRow, filter(context.organisationId, input), {
    orderBy: { id: 'desc' },
    limit: input.limit + 1,
  });
  const page = rows.slice(0, input.limit);
  const names = await templateNames(em, page);
  return {
    certificates: page.map((row) => toView(context, row, names)),
    nextCursor: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null,
  };
}

function filter(organisationId: string, input: ListCertificates): FilterQuery<CertificateRow> {
  const id = {
    ...(input.cursor && { $lt: input.cursor }),
    ...(input.createdAfter && { $gte: lowestIdAt(input.createdAfter) }),
  };
  return {
    organisationId,
    $and: [id, ...(input.createdBefore ? [{ $lt: lowestIdAt(input.createdBefore) }] : [])]
      .filter((range) => Object.keys(range).length > 0)
      .map((range) => ({ id: range })),
    ...(input.templateId && { templateId: input.templateId }),
    ...(input.externalId && { externalId: input.externalId }),
    ...(input.status && { revokedAt: input.status === 'REVOKED' ? { $ne: null } : null }),
    ...(input.recipientEmail && {
      [raw((alias) => `lower(${alias}.recipient_email)`)]: input.recipientEmail.toLowerCase(),
    }),
    ...(input.search && { recipientName: { $ilike: `%${input.search.replaceAll(/[\\%_]/g, '\\$&')}%` } }),
  };
}

/** A UUIDv7 begins with its time in milliseconds, so that creation time needs no index of its own (RFC 9562). */
function lowestIdAt(moment: string): string {
  const hex = new Date(moment).getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

async function templateNames(em: EntityManager, rows: CertificateRow[]): Promise<Map<string, string>> {
  const keys = new Map(rows.map((row) => [row.templateId, row.templateOrganisationId]));
  if (keys.size === 0) return new Map();
  const where = [...keys].map(([id, organisationId]) => ({ organisationId, id }));
  const templates = await em.find(Template, { $or: where }, { fields: ['name'] });
  return new Map(templates.map((template) => [template.id, template.name]));
}

function toView(services: Pick<Services, 'baseUrl'>, row: CertificateRow, names: Map<string, string>): Certificate {
  const verificationHash = Buffer.from(row.verificationHash).toString('hex');
  const completed = row.renderStatus === 'COMPLETED';
  return {
    id: row.id,
    recipientName: row.recipientName,
    recipientEmail: row.recipientEmail ?? null,
    variables: row.variables,
    externalId: row.externalId ?? null,
    status: row.revokedAt ? 'REVOKED' : 'GENERATED',
    renderStatus: row.renderStatus,
    verificationHash,
    verificationUrl: verificationUrl(services, verificationHash),
    pdfUrl: completed ? fileUrl(services, row, 'pdf') : null,
    imageUrl: completed ? fileUrl(services, row, 'png') : null,
    template: { id: row.templateId, name: names.get(row.templateId) ?? '' },
    createdAt: iso(row.createdAt),
    generatedAt: iso(row.createdAt),
    revokedAt: isoOrNull(row.revokedAt),
    revokedReason: row.revokedReason ?? null,
  };
}
