import type { CertificateData } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import { isoOrNull } from '../shared/schemas.ts';
import { publishEvents } from '../webhooks/publish.ts';
import type { Subject } from '../webhooks/schemas.ts';
import { fileUrl } from './files.ts';

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
    const subjects = own.map((row) => subjectOf(services, event, row));
    await publishEvents(em, services, organisationId, event, subjects);
  }
}

function subjectOf(services: Services, event: CertificateEvent, row: CertificateData): Subject {
  const hasFiles = event === 'certificate.ready' || row.renderStatus === 'COMPLETED';
  return {
    subjectId: row.id,
    data: {
      certificateId: row.id,
      verificationHash: Buffer.from(row.verificationHash).toString('hex'),
      pdfUrl: hasFiles ? fileUrl(services, row, 'pdf') : null,
      imageUrl: hasFiles ? fileUrl(services, row, 'png') : null,
      templateId: row.templateId,
      batchId: row.batchId ?? null,
      recipientName: row.recipientName,
      recipientEmail: row.recipientEmail ?? null,
      ...(event === 'certificate.revoked' && {
        revokedAt: isoOrNull(row.revokedAt),
        revokedReason: row.revokedReason ?? null,
      }),
    },
  };
}
