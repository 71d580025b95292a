import { z } from 'zod';
import { allows } from '../domain/access/allow-scopes.ts';
import { changeExpiry } from '../domain/amending/change-expiry.ts';
import { correctCertificate } from '../domain/amending/correct.ts';
import { renewCertificate } from '../domain/amending/renew.ts';
import {
  ChangeExpiry,
  CorrectCertificate,
  CorrectedCertificate,
  RenewCertificate,
  RenewedCertificate,
} from '../domain/amending/schemas.ts';
import { changeTags } from '../domain/bulk/change-tags.ts';
import { recentBulkActions } from '../domain/bulk/read.ts';
import {
  BulkActions,
  ChangedTags,
  ChangeExpiriesByTable,
  ChangeExpiryOfMany,
  ChangeTags,
  Chosen,
  CorrectByTable,
  RenewMany,
  RevokeMany,
  StartedBulkAction,
  StartedTable,
} from '../domain/bulk/schemas.ts';
import { startBulkAction } from '../domain/bulk/start.ts';
import { startCorrections } from '../domain/bulk/start-corrections.ts';
import { startExpiries } from '../domain/bulk/start-expiries.ts';
import { DescribedValues, describeValues } from '../domain/certificates/describe-values.ts';
import { countCertificates, listCertificates } from '../domain/certificates/list.ts';
import { listTags, UsedTags } from '../domain/certificates/list-tags.ts';
import { downloadCertificate, getCertificate } from '../domain/certificates/read.ts';
import { readCredential } from '../domain/certificates/read-credential.ts';
import { CertificateHistory, readHistory } from '../domain/certificates/read-history.ts';
import { reinstateCertificate, revokeCertificate } from '../domain/certificates/revoke.ts';
import {
  Certificate,
  CertificateId,
  CertificatePage,
  CountCertificates,
  CountedCertificates,
  EmailCertificate,
  GenerateCertificate,
  GeneratedCertificate,
  ListCertificates,
  RevokeCertificate,
} from '../domain/certificates/schemas.ts';
import { emailCertificate } from '../domain/emailing/resend.ts';
import { generateCertificate } from '../domain/issuing/generate.ts';
import { asPerson, idempotencyOf, NoInput, router, withScope } from './base.ts';
import type { Example, Samples } from './samples.ts';

export const certificates = router({
  generate: withScope('certificates:write', { limit: 'certificates', takesKey: true })
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates',
        summary: 'Generate a certificate',
        description:
          'Records the certificate and spends one credit; the files are rendered afterwards. Poll the certificate until `renderStatus` is `COMPLETED`.',
        tags: ['Certificates'],
      },
      status: 201,
      errors: ['NOT_FOUND', 'INSUFFICIENT_CREDITS', 'no_such_series'],
      example: generationExample,
    })
    .input(GenerateCertificate)
    .output(GeneratedCertificate)
    .mutation(({ ctx, input }) =>
      generateCertificate({ ...ctx.domain, idempotency: idempotencyOf(ctx, input) }, input),
    ),

  list: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/certificates',
        summary: 'List certificates',
        description:
          'Newest first unless `sort` is set, in pages. Several filters apply together. To follow new certificates, read `GET /events`. Ids and times are assigned before a certificate is committed, so `sort=oldest`, `cursor` and `createdAfter` can miss certificates of transactions that commit late.',
        tags: ['Certificates'],
      },
      example: ({ certificate }) => ({ response: { certificates: [certificate], nextCursor: null } }),
    })
    .input(ListCertificates)
    .output(CertificatePage)
    .query(({ ctx, input }) => listCertificates(ctx.domain, input)),

  count: asPerson('certificates:read')
    .input(CountCertificates)
    .output(CountedCertificates)
    .query(({ ctx, input }) => countCertificates(ctx.domain, input)),

  choose: asPerson('certificates:read', { takesKey: true })
    .input(Chosen)
    .output(StartedBulkAction)
    .mutation(({ ctx, input }) =>
      startBulkAction({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, { kind: 'DOWNLOAD', ...input }),
    ),

  emailMany: asPerson('certificates:write', { takesKey: true })
    .input(Chosen)
    .output(StartedBulkAction)
    .mutation(({ ctx, input }) =>
      startBulkAction({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, { kind: 'EMAIL', ...input }),
    ),

  revokeMany: asPerson('certificates:revoke', { takesKey: true })
    .input(RevokeMany)
    .output(StartedBulkAction)
    .mutation(({ ctx, input }) =>
      startBulkAction({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, { kind: 'REVOKE', ...input }),
    ),

  changeExpiryOfMany: asPerson('certificates:revoke', { takesKey: true })
    .input(ChangeExpiryOfMany)
    .output(StartedBulkAction)
    .mutation(({ ctx, input }) =>
      startBulkAction({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, { kind: 'EXPIRY', ...input }),
    ),

  changeExpiriesByTable: asPerson('certificates:revoke', { takesKey: true })
    .input(ChangeExpiriesByTable)
    .output(StartedTable)
    .mutation(({ ctx, input }) => startExpiries({ ...ctx.domain, idempotency: idempotencyOf(ctx, input) }, input)),

  correctByTable: asPerson('certificates:write', { takesKey: true })
    .input(CorrectByTable)
    .output(StartedTable)
    .mutation(({ ctx, input }) => startCorrections({ ...ctx.domain, idempotency: idempotencyOf(ctx, input) }, input)),

  renewMany: asPerson('certificates:write', { takesKey: true })
    .input(RenewMany)
    .output(StartedBulkAction)
    .mutation(({ ctx, input }) =>
      startBulkAction({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, { kind: 'RENEW', ...input }),
    ),

  changeTags: asPerson('certificates:write')
    .input(ChangeTags)
    .output(ChangedTags)
    .mutation(({ ctx, input }) => changeTags(ctx.domain, input)),

  tags: asPerson('certificates:read')
    .input(NoInput)
    .output(UsedTags)
    .query(({ ctx }) => listTags(ctx.domain)),

  bulkActions: asPerson('certificates:read')
    .input(NoInput)
    .output(BulkActions)
    .query(({ ctx }) => recentBulkActions(ctx.domain)),

  get: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/certificates/{id}',
        summary: 'Get a certificate',
        description: '`pdfUrl` and `imageUrl` are set once rendering has completed.',
        tags: ['Certificates'],
      },
      example: ({ certificate }) => ({ response: certificate }),
    })
    .input(CertificateId)
    .output(Certificate)
    .query(({ ctx, input }) => getCertificate(ctx.domain, input)),

  download: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/certificates/{id}/download',
        summary: "Download a certificate's PDF",
        description: 'Redirects to the file once it is ready; 202 until then.',
        tags: ['Certificates'],
      },
      status: 302,
      example: ({ certificate }) => ({ response: { pdfUrl: certificate.pdfUrl } }),
    })
    .input(CertificateId)
    .output(z.object({ pdfUrl: z.url().describe('Address of the PDF, as in `Location`') }))
    .query(({ ctx, input }) => downloadCertificate(ctx.domain, input)),

  credential: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/certificates/{id}/credential',
        summary: "Get a certificate's credential",
        description:
          'The Open Badges 3.0 credential, a W3C Verifiable Credential with a Data Integrity proof; 202 until it is ready. `credentialUrl` returns the same without authentication.',
        tags: ['Certificates'],
      },
      mediaType: 'application/vc+ld+json',
    })
    .input(CertificateId)
    .output(z.record(z.string(), z.unknown()).meta({ id: 'Credential' }))
    .query(({ ctx, input }) => readCredential(ctx.domain, input)),

  revoke: withScope('certificates:revoke')
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates/{id}/revoke',
        summary: 'Revoke a certificate',
        description:
          'Verification shows the revocation immediately, with the reason. A revoked certificate does not change.',
        tags: ['Certificates'],
      },
      errors: ['no_recipient_address', 'mail_limit'],
      example: revocationExample,
    })
    .input(RevokeCertificate)
    .output(Certificate)
    .mutation(({ ctx, input }) => revokeCertificate(ctx.domain, input)),

  reinstate: withScope('certificates:revoke')
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates/{id}/reinstate',
        summary: 'Reinstate a certificate',
        description: 'Makes a revoked certificate valid again. A valid certificate does not change.',
        tags: ['Certificates'],
      },
      example: ({ certificate }) => ({ response: certificate }),
    })
    .input(CertificateId)
    .output(Certificate)
    .mutation(({ ctx, input }) => reinstateCertificate(ctx.domain, input)),

  changeExpiry: withScope('certificates:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates/{id}/expiry',
        summary: "Change a certificate's expiry",
        description:
          'A signed statement changes the expiry; hash and links stay. There is a new credential. The PDF and the image are new only if the design shows the expiry, and `renderStatus` is PENDING until then. An earlier expiry needs `certificates:revoke` and revokes the former credential.',
        tags: ['Certificates'],
      },
      errors: ['certificate_revoked', 'certificate_failed'],
      example: expiryExample,
    })
    .input(ChangeExpiry)
    .output(Certificate)
    .mutation(({ ctx, input }) =>
      changeExpiry({ ...ctx.domain, mayRevoke: allows(ctx.principal.scopes, 'certificates:revoke') }, input),
    ),

  correct: withScope('certificates:write', { takesKey: true })
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates/{id}/correct',
        summary: 'Correct a certificate',
        description:
          'Makes a new revision with the same id and without a credit: a new hash, new files and a new credential. The former hash leads to it for ever. If it cannot be rendered, the former revision is in force again.',
        tags: ['Certificates'],
      },
      status: 201,
      errors: ['certificate_revoked', 'certificate_failed', 'no_change', 'original_unchangeable'],
      example: correctionExample,
    })
    .input(CorrectCertificate)
    .output(CorrectedCertificate)
    .mutation(({ ctx, input }) => correctCertificate({ ...ctx.domain, idempotency: idempotencyOf(ctx, input) }, input)),

  renew: withScope('certificates:write', { limit: 'certificates', takesKey: true })
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates/{id}/renew',
        summary: 'Renew a certificate',
        description:
          'Issues a new certificate for one credit, from the current version of the template and with the values of the renewed one. `externalId` is not copied. Without `expiresAt` the validity of the template counts. A certificate is renewed once; an expired one may be.',
        tags: ['Certificates'],
      },
      status: 201,
      isBodyOptional: true,
      errors: [
        ...(['INSUFFICIENT_CREDITS', 'already_renewed', 'certificate_revoked', 'certificate_failed'] as const),
        ...(['template_unavailable', 'no_such_series'] as const),
      ],
      example: renewalExample,
    })
    .input(RenewCertificate)
    .output(RenewedCertificate)
    .mutation(({ ctx, input }) => renewCertificate({ ...ctx.domain, idempotency: idempotencyOf(ctx, input) }, input)),

  email: withScope('certificates:write', { takesKey: true })
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates/{id}/email',
        summary: 'E-mail a certificate',
        description:
          'Sends the certificate, again or for the first time, to its `recipientEmail` or to the given one. `emailStatus` has the outcome.',
        tags: ['Certificates'],
      },
      isBodyOptional: true,
      errors: ['certificate_revoked', 'certificate_failed', 'no_recipient_address', 'mail_limit'],
      example: ({ certificate }) => ({
        request: { recipientEmail: certificate.recipientEmail },
        response: { ...certificate, emailStatus: 'QUEUED' },
      }),
    })
    .input(EmailCertificate)
    .output(Certificate)
    .mutation(({ ctx, input }) => emailCertificate({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, input)),

  history: asPerson('certificates:read')
    .input(CertificateId)
    .output(CertificateHistory)
    .query(({ ctx, input }) => readHistory(ctx.domain, input)),

  values: asPerson('certificates:read')
    .input(CertificateId)
    .output(DescribedValues)
    .query(({ ctx, input }) => describeValues(ctx.domain, input)),
});

function generationExample({ certificate }: Samples): Example {
  const { id, variables, recipientName, recipientEmail, externalId, verificationHash, verificationUrl } = certificate;
  const request = {
    templateId: certificate.template.id,
    variables,
    recipientEmail,
    sendEmail: true,
    externalId,
    tags: certificate.tags,
  };
  const response: GeneratedCertificate = {
    id,
    verificationHash,
    verificationUrl,
    recipientName,
    recipientEmail,
    externalId,
    number: certificate.number,
    status: 'GENERATED',
    renderStatus: 'PENDING',
    createdAt: certificate.createdAt,
    awardedOn: certificate.awardedOn,
    expiresAt: certificate.expiresAt,
    tags: certificate.tags,
    credits: { consumed: 1, remaining: 999 },
  };
  return { request, response };
}

function expiryExample({ certificate }: Samples): Example {
  const expiresAt = '2031-12-31';
  const response: Certificate = { ...certificate, expiresAt: '2032-01-01T00:00:00.000Z' };
  return { request: { expiresAt, reason: 'Licence extended' }, response };
}

function renewalExample(samples: Samples): Example {
  const { response } = generationExample(samples);
  const renewalOf = '01a1fce0-b978-7d0c-8a51-1f2e3d4c5b6a';
  return { request: { expiresAt: '2030-11-18', sendEmail: true }, response: { ...(response as object), renewalOf } };
}

function correctionExample(samples: Samples): Example {
  const { certificate } = samples;
  const request = { variables: { name: certificate.recipientName }, reason: 'Name misspelt' };
  const { response } = generationExample(samples);
  return { request, response: { ...(response as object), credits: { consumed: 0, remaining: 999 }, revision: 2 } };
}

function revocationExample({ certificate, completedAt }: Samples): Example {
  const reason = 'Issued to the wrong person';
  const response: Certificate = { ...certificate, status: 'REVOKED', revokedAt: completedAt, revokedReason: reason };
  return { request: { reason }, response };
}
