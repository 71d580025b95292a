import type { AddedAsset } from '../domain/assets/schemas.ts';
import type { Batch } from '../domain/batches/schemas.ts';
import type { Certificate } from '../domain/certificates/schemas.ts';
import type { Organisation } from '../domain/organisations/schemas.ts';
import type { Recipient } from '../domain/recipients/schemas.ts';
import type { Template } from '../domain/templates/schemas.ts';
import type { WebhookState } from '../domain/webhooks/schemas.ts';

/** Body and response of an operation in the API document. */
export interface Example {
  request?: unknown;
  response?: unknown;
}

export type Samples = ReturnType<typeof makeSamples>;

/** Variable without further definition in the design. Omits `default`, because linters mistake an object with it for a schema. */
const PLAIN = {
  type: 'text',
  optional: false,
  sample: null,
  options: null,
  format: null,
  description: null,
} as const;

/** Returns the resources for the examples of the API document. */
export function makeSamples(baseUrl: string) {
  const id = '01a1fce0-b978-76df-bce2-53741a715314';
  const verificationHash = '9f2b6c1e4d8a7350b6e1f0a9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9';
  const files = `${baseUrl}/files/01a1fce0-a7e6-7455-9b3a-dab650f3597c/${id}/HhSry7ZAayox3Q77EzzD_A`;
  // Every new installation has the template “Diploma of distinction” with these.
  const variables = {
    name: 'Anne-Sophie Müller',
    course: 'Distributed Systems',
    distinction: 'honours',
    date: '20 November 2026',
    director: 'Grace Hopper',
  };
  const [createdAt, completedAt] = ['2026-11-20T09:30:00.000Z', '2026-11-20T09:30:04.210Z'];
  const template: Template = {
    id: '01a1fce0-ae12-766c-b9a3-15987b0a6782',
    name: 'Diploma of distinction',
    formationName: 'Distributed Systems',
    description: 'For those who pass with distinction',
    type: 'PRIVATE',
    detectedVariables: Object.keys(variables),
    recipientNameVariable: 'name',
    variables: Object.keys(variables).map((name) => ({ ...PLAIN, name, label: name, required: name === 'name' })),
    tags: ['Graduates'],
    thumbnailUrl: null,
    timesUsed: 128,
    createdAt,
    updatedAt: createdAt,
  };
  const certificate = {
    id,
    recipientName: variables.name,
    recipientEmail: 'anne-sophie@example.org',
    recipientId: '5f2b8c1e-7a34-5d60-9e1f-3c4b5a697d80',
    variables,
    externalId: 'enrolment-4711',
    number: '2026/0042',
    status: 'GENERATED',
    renderStatus: 'COMPLETED',
    revision: 1,
    verificationHash,
    verificationUrl: `${baseUrl}/verify/${verificationHash}`,
    pdfUrl: `${files}.pdf`,
    imageUrl: `${files}.png`,
    credentialUrl: `${files}.json`,
    template: { id: template.id, name: template.name },
    createdAt,
    generatedAt: createdAt,
    awardedOn: '2026-11-18',
    timeZone: 'Europe/Paris',
    expiresAt: '2028-11-18T23:00:00.000Z',
    language: 'fr',
    renewalOf: null,
    renewedBy: null,
    hidden: false,
    imported: null,
    legacyCode: null,
    revokedAt: null,
    revokedReason: null,
    batchId: null,
    tags: ['Autumn 2026'],
    test: false,
    emailStatus: 'SENT',
    emailError: null,
  } satisfies Certificate;
  const importFile = { file: `file:${verificationHash}` };
  const recipient: Recipient = {
    id: '5f2b8c1e-7a34-5d60-9e1f-3c4b5a697d80',
    email: 'anne-sophie@example.org',
    name: 'Anne-Sophie Müller',
    otherAddresses: [],
    certificateCount: 1,
    lastIssuedAt: createdAt,
  };
  const batch: Batch = {
    id: '01a1fce0-c3d4-7f6a-9b1e-0c2d4e6f8a10',
    templateId: template.id,
    status: 'COMPLETED',
    totalCount: 1,
    processedCount: 1,
    failedCount: 0,
    pendingCount: 0,
    progress: 100,
    tags: [],
    createdAt,
    completedAt,
  };
  const organisation: Organisation = {
    organizationName: 'Laurel Academy',
    logoUrl: `${baseUrl}/logos/01a1fce0-a7e6-7455-9b3a-dab650f3597c/mZx0Qb8uT5s3kP1vWcYd2A.png`,
    brandColor: '#1F4E8C',
    websiteUrl: 'https://academy.example.org/',
    emailSenderName: 'Laurel Academy',
    emailSubject: 'Congratulations, {{recipientName}}',
    emailIntroMessage: null,
    emailSignature: null,
    replyTo: null,
    senderAddress: null,
    emailBcc: null,
    reminderSubject: null,
    reminderMessage: null,
    timeZone: 'Europe/Paris',
  };
  const box = { x: 60, width: 722, font: 'EB Garamond', align: 'center' };
  const design = {
    name: template.name,
    recipientNameVariable: 'name',
    page: { width: 842, height: 595 },
    elements: [
      { type: 'text', text: '{{name}}', ...box, y: 200, height: 60, size: 40 },
      {
        type: 'text',
        text: 'has completed {{course}} with {{distinction}} on {{date}}',
        ...box,
        y: 280,
        height: 60,
        size: 18,
      },
      { type: 'text', text: '{{director}}', ...box, y: 400, height: 30, size: 14 },
      { type: 'qr', x: 390, y: 480, width: 62, height: 62 },
    ],
  };
  const event = {
    ...{
      id: '01a1fce0-c9a2-7b43-8f60-5d2e7c8b9a01',
      type: 'certificate.ready',
      createdAt: completedAt,
      position: 4711,
    },
    data: {
      ...{ certificateId: id, verificationHash, pdfUrl: certificate.pdfUrl, imageUrl: certificate.imageUrl },
      ...{ templateId: template.id, batchId: null, recipientName: variables.name },
      recipientEmail: certificate.recipientEmail,
      externalId: certificate.externalId,
      revision: certificate.revision,
      tags: certificate.tags,
    },
  };
  const webhook: WebhookState = {
    ...{ id: '01a1fce0-d2b1-7c3e-8a4f-6b5c4d3e2f10', name: 'Learning platform', origin: 'https://lms.example.org' },
    ...{ events: ['certificate.*', 'batch.completed'], retry: 'day', status: 'ERROR', errorCount: 1 },
    ...{ lastSuccessAt: createdAt, disabledAt: null, createdAt, updatedAt: createdAt },
    lastErrors: [
      {
        ...{ deliveryId: '01a1fce0-d3c4-7e5f-9b6a-7c8d9e0f1a20', event: 'certificate.ready' },
        ...{ attemptedAt: completedAt, status: 503, error: null },
      },
    ],
  };
  const asset: AddedAsset = { asset: `asset:${verificationHash}` };
  return {
    design,
    template,
    certificate,
    recipient,
    batch,
    event,
    webhook,
    organisation,
    asset,
    importFile,
    completedAt,
  };
}
