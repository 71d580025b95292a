import { type CertificateData, Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import { Template } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { fileUrl } from '../addresses/link-file.ts';
import type { DomainContext, Services } from '../context.ts';
import { emailStatuses, type LastEmail, lastEmailOf, NO_EMAIL } from '../emails/read-status.ts';
import { DomainError, notFound } from '../errors.ts';
import { renewalIds } from './find-renewals.ts';
import { fileName, storedFile, UNTITLED } from './load-file.ts';
import { projectCertificate, SHOWN_COLUMNS, type ShownRow } from './project.ts';
import { versionOf } from './rules.ts';
import type { Certificate } from './schemas.ts';

/** Built once, because callers poll it. */
const certificateById = statement((db, { organisationId, id }: Bound<{ organisationId: string; id: string }>) =>
  db
    .selectFrom('certificates as c')
    .leftJoin('templates as t', (join) =>
      join.onRef('t.organisationId', '=', 'c.templateOrganisationId').onRef('t.id', '=', 'c.templateId'),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('emails')
          .select(['emails.status', 'emails.error'])
          .whereRef('emails.organisationId', '=', 'c.organisationId')
          .whereRef('emails.certificateId', '=', 'c.id')
          .orderBy('emails.id', 'desc')
          .limit(1)
          .as('e'),
      (join) => join.onTrue(),
    )
    .select(SHOWN_COLUMNS)
    .select(({ selectFrom }) => [
      't.name as templateName',
      'e.status as emailStatus',
      'e.error as emailError',
      selectFrom('certificates as n')
        .select('n.id')
        .whereRef('n.organisationId', '=', 'c.organisationId')
        .whereRef('n.renewalOf', '=', 'c.id')
        .where('n.renderStatus', '<>', 'FAILED')
        .orderBy('n.id')
        .limit(1)
        .as('renewedBy'),
    ])
    .where('c.organisationId', '=', organisationId)
    .where('c.id', '=', id),
);

/** Returns one certificate (specification 4.4). */
export async function getCertificate(context: DomainContext, { id }: { id: string }): Promise<Certificate> {
  const [found] = await certificateById(context.em(), { organisationId: context.organisationId, id });
  if (!found) throw notFound();
  const { templateName, emailStatus: status, emailError: error, renewedBy } = found;
  return toView(context, found, { templateName, lastEmail: lastEmailOf({ status, error }), renewedBy });
}

/** Returns the certificate as the API shows it. */
export async function view(services: Services, em: EntityManager, row: CertificateData): Promise<Certificate> {
  const [certificate] = await toViews(services, em, [row]);
  if (!certificate) throw new Error('a row has no view');
  return certificate;
}

/** Returns the address of the PDF (specification 4.5). Points to the storage if that can issue temporary addresses. */
export async function downloadCertificate(context: DomainContext, input: { id: string }): Promise<{ pdfUrl: string }> {
  const row = await findCompleted(context, input);
  const key = context.storage.temporaryUrl && storedFile(row, 'pdf');
  if (!context.storage.temporaryUrl || !key) return { pdfUrl: fileUrl(context, row, 'pdf') };
  const savedAs = fileName(await templateName(context.em(), row), row.recipientName, 'pdf');
  return { pdfUrl: await context.storage.temporaryUrl(key, savedAs) };
}

/** Returns a rendered certificate. Responds with 202 and the render status before that; NOT_FOUND if the rendering failed. */
export async function findCompleted(context: DomainContext, { id }: { id: string }): Promise<CertificateRow> {
  const row = await context.em().findOne(CertificateRow, { organisationId: context.organisationId, id });
  if (!row || row.renderStatus === 'FAILED') throw notFound();
  if (row.renderStatus === 'COMPLETED') return row;
  throw new DomainError('NOT_FOUND', 'The certificate is not ready yet: try again in a moment', {
    status: 202,
    extras: { renderStatus: row.renderStatus },
  });
}

/** Returns the current name of a certificate's template, or `Certificate` without one. */
export async function templateName(em: EntityManager, row: CertificateData): Promise<string> {
  const { organisationId, templateId: id } = versionOf(row) ?? {};
  const template =
    id && organisationId ? await em.findOne(Template, { organisationId, id }, { fields: ['name'] }) : null;
  return template?.name ?? UNTITLED;
}

/** Returns the current names of the templates of certificates, by template id. */
export async function templateNames(em: EntityManager, rows: CertificateData[]): Promise<Map<string, string>> {
  const keys = new Map(rows.flatMap((row) => versionOf(row) ?? []).map((key) => [key.templateId, key.organisationId]));
  if (keys.size === 0) return new Map();
  const where = [...keys].map(([id, organisationId]) => ({ organisationId, id }));
  const templates = await em.find(Template, { $or: where }, { fields: ['name'] });
  return new Map(templates.map((template) => [template.id, template.name]));
}

/** Returns certificates as the API shows them. */
export async function toViews(services: Services, em: EntityManager, rows: CertificateData[]): Promise<Certificate[]> {
  const [names, emails] = await Promise.all([templateNames(em, rows), emailStatuses(services.em(), rows)]);
  const renewals = await renewalsOf(em, rows);
  return rows.map((row) =>
    toView(services, row, {
      templateName: names.get(row.templateId ?? '') ?? '',
      lastEmail: emails.get(row.id) ?? NO_EMAIL,
      renewedBy: renewals.get(row.id) ?? null,
    }),
  );
}

async function renewalsOf(em: EntityManager, rows: CertificateData[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    [...Map.groupBy(rows, ({ organisationId }) => organisationId)].map(([organisationId, own]) =>
      renewalIds(em, { organisationId, ids: own.map(({ id }) => id) }),
    ),
  );
  return new Map(found.flatMap((renewals) => [...renewals]));
}

interface FromOthers {
  templateName: string | null;
  lastEmail: LastEmail;
  renewedBy: string | null;
}

const toView = (
  services: Services,
  row: ShownRow,
  { templateName, lastEmail, renewedBy }: FromOthers,
): Certificate => ({
  ...projectCertificate(services, row),
  template: row.templateId ? { id: row.templateId, name: templateName ?? '' } : null,
  ...lastEmail,
  renewedBy,
});
