import type { Batch, CreateBatch, CreatedBatch } from '../../domain/batches/schemas.ts';
import type { Certificate, GenerateCertificate, GeneratedCertificate } from '../../domain/certificates/schemas.ts';
import type { Organisation, UpdateOrganisation } from '../../domain/organisations/schemas.ts';
import type { Template } from '../../domain/templates/schemas.ts';
import type { VerificationResult } from '../../domain/verification/schemas.ts';

export interface Example {
  request?: unknown;
  response?: unknown;
}

/** What a request and its answer look like, by operation. */
export function examples(baseUrl: string): Record<string, Example> {
  const id = '01a1fce0-b978-76df-bce2-53741a715314';
  const templateId = '01a1fce0-ae12-766c-b9a3-15987b0a6782';
  const batchId = '01a1fce0-c3d4-7f6a-9b1e-0c2d4e6f8a10';
  const verificationHash = '9f2b6c1e4d8a7350b6e1f0a9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9';
  const verificationUrl = `${baseUrl}/verify/${verificationHash}`;
  const files = `${baseUrl}/files/01a1fce0-a7e6-7455-9b3a-dab650f3597c/${id}/HhSry7ZAayox3Q77EzzD_A`;
  const recipientName = 'Anne-Sophie Müller';
  const variables = { name: recipientName, course: 'Distributed Systems', date: '20 November 2026' };
  const [createdAt, completedAt] = ['2026-11-20T09:30:00.000Z', '2026-11-20T09:30:04.210Z'];

  const template: Template = {
    id: templateId,
    name: 'Diploma of distinction',
    formationName: 'Distributed Systems',
    description: 'For those who pass with distinction',
    type: 'PRIVATE',
    detectedVariables: Object.keys(variables),
    recipientNameVariable: 'name',
    thumbnailUrl: null,
    timesUsed: 128,
    createdAt,
    updatedAt: createdAt,
  };
  const generate: GenerateCertificate = {
    templateId,
    variables,
    recipientEmail: 'anne-sophie@example.org',
    sendEmail: true,
    externalId: 'enrolment-4711',
  };
  const generated: GeneratedCertificate = {
    id,
    verificationHash,
    verificationUrl,
    recipientName,
    recipientEmail: 'anne-sophie@example.org',
    externalId: 'enrolment-4711',
    status: 'GENERATED',
    renderStatus: 'PENDING',
    createdAt,
    credits: { consumed: 1, remaining: 999 },
  };
  const certificate: Certificate = {
    id,
    recipientName,
    recipientEmail: 'anne-sophie@example.org',
    variables,
    externalId: 'enrolment-4711',
    status: 'GENERATED',
    renderStatus: 'COMPLETED',
    verificationHash,
    verificationUrl,
    pdfUrl: `${files}.pdf`,
    imageUrl: `${files}.png`,
    template: { id: templateId, name: template.name },
    createdAt,
    generatedAt: createdAt,
    revokedAt: null,
    revokedReason: null,
    batchId: null,
    emailStatus: 'SENT',
  };
  const reason = 'Issued to the wrong person';
  const revoked: Certificate = {
    ...certificate,
    status: 'REVOKED',
    revokedAt: completedAt,
    revokedReason: reason,
  };
  const createBatch: CreateBatch = {
    templateId,
    recipients: [{ variables }],
  };
  const createdBatch: CreatedBatch = {
    batchId,
    total: 1,
    queued: 1,
    credits: { consumed: 1, remaining: 998 },
    certificates: [{ id, recipientName, verificationHash, renderStatus: 'PENDING' }],
  };
  const batch: Batch = {
    id: batchId,
    templateId,
    status: 'COMPLETED',
    totalCount: 1,
    processedCount: 1,
    failedCount: 0,
    pendingCount: 0,
    progress: 100,
    createdAt,
    completedAt,
  };
  const verification: VerificationResult = {
    valid: true,
    integrityVerified: true,
    certificate: {
      id,
      verificationHash,
      recipientName,
      templateName: template.name,
      status: 'GENERATED',
      generatedAt: createdAt,
      revokedAt: null,
      revokedReason: null,
    },
  };
  const update: UpdateOrganisation = { brandColor: '#1F4E8C', emailSubject: 'Congratulations, {{recipientName}}' };
  const organisation: Organisation = {
    organizationName: 'Laurel Academy',
    logoUrl: `${baseUrl}/logos/01a1fce0-a7e6-7455-9b3a-dab650f3597c/mZx0Qb8uT5s3kP1vWcYd2A.png`,
    brandColor: '#1F4E8C',
    websiteUrl: 'https://academy.example.org/',
    emailSenderName: 'Laurel Academy',
    emailSubject: 'Congratulations, {{recipientName}}',
    emailIntroMessage: null,
    emailSignature: null,
  };
  return {
    'templates.list': { response: { templates: [template] } },
    'templates.get': { response: template },
    'certificates.generate': { request: generate, response: generated },
    'certificates.list': { response: { certificates: [certificate], nextCursor: null } },
    'certificates.get': { response: certificate },
    'certificates.revoke': { request: { reason }, response: revoked },
    'certificates.reinstate': { response: certificate },
    'certificates.email': { response: { ...certificate, emailStatus: 'QUEUED' } },
    'batches.create': { request: createBatch, response: createdBatch },
    'batches.list': { response: { batches: [batch], nextCursor: null } },
    'batches.get': { response: batch },
    'batches.certificates': { response: { certificates: [{ ...certificate, batchId }], nextCursor: null } },
    'verify.certificate': { response: verification },
    'organisation.get': { response: organisation },
    'organisation.update': { request: update, response: organisation },
    'organisation.uploadLogo': { response: organisation },
    'organisation.deleteLogo': { response: { ...organisation, logoUrl: null } },
    'credits.get': { response: { balance: 999 } },
  };
}
