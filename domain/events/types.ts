import { z } from 'zod';
import { Count, DateTime, Uuid } from '../shared/schemas.ts';

const certificate = {
  certificateId: Uuid.describe('The certificate'),
  verificationHash: z.string().describe('Input of the public verification'),
  pdfUrl: z.url().nullable().describe('Address of the PDF; null before rendering'),
  imageUrl: z.url().nullable().describe('Address of the PNG; null before rendering'),
  templateId: Uuid.nullable().describe('Id of the template; null if it was imported without one'),
  batchId: Uuid.nullable().describe('null if not issued in a batch'),
  recipientName: z.string().describe('Name of the recipient'),
  recipientEmail: z.string().nullable().describe('E-mail address of the recipient'),
  externalId: z.string().nullable().describe("The caller's id for the certificate"),
  tags: z.array(z.string()).describe("The organisation's own words for the certificate, at the time of the event"),
  revision: z.int().positive().describe('Revision of the certificate; each correction adds 1'),
};

/**
 * Types of events with their data (specification 6.3). The first two are the contract's. The API document, the webhooks' subscriptions, the
 * client's types and the filter `types` use this table.
 */
export const EVENT_TYPES = {
  'certificate.ready': z
    .object({
      ...certificate,
      pdfUrl: z.url().describe('Address of the PDF'),
      imageUrl: z.url().describe('Address of the PNG'),
    })
    .describe('A certificate has been rendered, and its files are available'),
  'batch.completed': z
    .object({
      batchId: Uuid.describe('The batch'),
      status: z.literal('COMPLETED').describe('COMPLETED even if some certificates failed'),
      totalCount: Count.describe('Certificates of the batch'),
      processedCount: Count.describe('Certificates that are rendered or have failed'),
      failedCount: Count.describe('Certificates that have failed'),
      durationMs: Count.describe('Milliseconds from the request to the end'),
    })
    .describe('All certificates of a batch have been processed'),
  'certificate.failed': z
    .object(certificate)
    .describe(
      'A certificate could not be rendered. The credit of a first revision was refunded; before a later one, the former is in force again',
    ),
  'certificate.revoked': z
    .object({
      ...certificate,
      revokedAt: DateTime.nullable().describe('Time of the revocation'),
      revokedReason: z.string().nullable().describe('Shown to everyone who verifies the certificate'),
    })
    .describe('A certificate has been revoked'),
  'certificate.issued': z.object(certificate).describe('A certificate has been issued; its files follow'),
  'certificate.imported': z
    .object(certificate)
    .describe('A certificate that was issued elsewhere has been imported; its files follow, without a further event'),
  'certificate.reinstated': z.object(certificate).describe('A revoked certificate is valid again'),
  'certificate.corrected': z.object(certificate).describe('A certificate has a new revision; its files follow'),
  'certificate.renewed': z
    .object({ ...certificate, renewalOf: Uuid.describe('The renewed certificate') })
    .describe('A certificate has been renewed by a new one, which the data are about; its files follow'),
  'certificate.expiry_changed': z
    .object({
      ...certificate,
      expiresAt: DateTime.nullable().describe('Time from which it is expired; null if it never is'),
    })
    .describe('A certificate has another expiry'),
  'certificate.bounced': z
    .object({
      ...certificate,
      emailAddress: z.string().nullable().describe('Address that the e-mail did not reach'),
      emailError: z.string().nullable().describe("The mail server's words"),
    })
    .describe('A mail server reported that an e-mail of a certificate did not reach its address'),
  'certificate.expiring': z
    .object(certificate)
    .describe('A certificate expires soon: at the earliest reminder of its template, or 30 days before'),
  'certificate.expired': z.object(certificate).describe('The expiry of a certificate has been reached'),
  'template.published': z
    .object({
      templateId: Uuid.describe('The template'),
      version: z.int().positive().describe('Number of the version, starting at 1'),
      name: z.string().describe('Name of the design'),
    })
    .describe('A template has a new version, which certificates are issued from'),
} as const;

export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

type DataOf<Type extends EventType> = z.infer<(typeof EVENT_TYPES)[Type]>;
/** An event as the API shows it. */
export type LaurelEvent = {
  [Type in EventType]: { id: string; type: Type; createdAt: string; position: number; data: DataOf<Type> };
}[EventType];

/** An event to be recorded, without addresses of files, which are added when it is shown. */
export type NewEvent = {
  [Type in EventType]: {
    organisationId: string;
    type: Type;
    /** The certificate, batch or template that the event is about. */
    subjectId: string;
    data: Omit<DataOf<Type>, 'pdfUrl' | 'imageUrl'> & { filesEdition?: number };
    /** Key of the addresses of the certificate's files; null without files. */
    fileKey: Uint8Array | null;
    /** Trace that deliveries continue, by default the current one. */
    trace?: string | undefined;
  };
}[EventType];
