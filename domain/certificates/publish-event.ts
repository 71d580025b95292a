import type { CertificateData } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import { isoOrNull } from '../shared/schemas.ts';
import { publishEvent } from '../webhooks/publish.ts';
import { fileUrl } from './files.ts';

/** Publishes what specification 6.3 lists for `certificate.ready`; the other events have the same fields and the reason. */
export async function publishCertificateEvent(
  em: EntityManager,
  services: Services,
  event: 'certificate.ready' | 'certificate.failed' | 'certificate.revoked',
  row: CertificateData,
): Promise<void> {
  const hasFiles = event === 'certificate.ready' || row.renderStatus === 'COMPLETED';
  await publishEvent(em, services, row.organisationId, {
    event,
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
  });
}
