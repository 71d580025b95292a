import type { CertificateData } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { inOrganisation, type Services } from '../context.ts';
import { publishEvents } from '../webhooks/publish.ts';
import type { Subject } from '../webhooks/schemas.ts';
import { projectCertificate } from './project.ts';

type CertificateEvent = 'certificate.ready' | 'certificate.failed' | 'certificate.revoked';

/**
 * Publishes for each certificate what specification 6.3 lists for `certificate.ready`; the other events have the same fields and
 * the reason.
 */
export async function publishCertificateEvents(
  em: EntityManager,
  services: Services,
  event: CertificateEvent,
  rows: readonly CertificateData[],
): Promise<void> {
  for (const [organisationId, own] of Map.groupBy(rows, (row) => row.organisationId)) {
    const context = inOrganisation(services, organisationId);
    const subjects = own.map((row) => subjectOf(context, event, row));
    await publishEvents(em, services, organisationId, event, subjects);
  }
}

function subjectOf(services: Services, event: CertificateEvent, row: CertificateData): Subject {
  const certificate = projectCertificate(services, row);
  const { id: certificateId, verificationHash, pdfUrl, imageUrl, batchId, recipientName, recipientEmail } = certificate;
  const { revokedAt, revokedReason } = certificate;
  return {
    subjectId: row.id,
    data: {
      ...{ certificateId, verificationHash, pdfUrl, imageUrl, templateId: row.templateId, batchId },
      ...{ recipientName, recipientEmail, ...(event === 'certificate.revoked' && { revokedAt, revokedReason }) },
    },
  };
}
