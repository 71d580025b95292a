import { z } from 'zod';
import { Count, DateTime, Uuid } from '../shared/schemas.ts';

const certificate = {
  certificateId: Uuid,
  verificationHash: z.string(),
  pdfUrl: z.url().nullable(),
  imageUrl: z.url().nullable(),
  templateId: Uuid,
  batchId: Uuid.nullable().describe('null if it was not issued in a batch'),
  recipientName: z.string(),
  recipientEmail: z.string().nullable(),
};

const payload = <Event extends string, Data extends z.ZodObject>(event: Event, data: Data, description: string) =>
  z.object({ event: z.literal(event), deliveryId: Uuid, createdAt: DateTime, data }).describe(description);

/** The body of each event (specification 6.3); those of `certificate.failed` and `certificate.revoked` are the platform's own. */
export const WEBHOOK_PAYLOADS = {
  'certificate.ready': payload(
    'certificate.ready',
    z.object({ ...certificate, pdfUrl: z.url(), imageUrl: z.url() }),
    'A certificate has been rendered, and its files are available',
  ),
  'certificate.failed': payload(
    'certificate.failed',
    z.object(certificate),
    'A certificate could not be rendered; its credit was refunded',
  ),
  'certificate.revoked': payload(
    'certificate.revoked',
    z.object({ ...certificate, revokedAt: DateTime.nullable(), revokedReason: z.string().nullable() }),
    'A certificate has been revoked',
  ),
  'batch.completed': payload(
    'batch.completed',
    z.object({
      batchId: Uuid,
      status: z.literal('COMPLETED'),
      totalCount: Count,
      processedCount: Count,
      failedCount: Count,
      durationMs: Count.describe('Milliseconds from the request to the end'),
    }),
    'All certificates of a batch have been processed',
  ),
  ping: payload(
    'ping',
    z.object({ webhookId: Uuid }),
    "A test event, sent from the dashboard or by an operator's command",
  ),
};

/** The body of any event; `event` tells which. */
export const WebhookPayload = z
  .discriminatedUnion('event', [
    WEBHOOK_PAYLOADS['certificate.ready'],
    WEBHOOK_PAYLOADS['certificate.failed'],
    WEBHOOK_PAYLOADS['certificate.revoked'],
    WEBHOOK_PAYLOADS['batch.completed'],
    WEBHOOK_PAYLOADS.ping,
  ])
  .meta({ id: 'WebhookPayload' });
export type WebhookPayload = z.infer<typeof WebhookPayload>;
