import { importCertificates } from '../domain/importing/import.ts';
import { ImportCertificates, ImportedCertificates } from '../domain/importing/schemas.ts';
import { addImportFile } from '../domain/imports/add-file.ts';
import { FILE_KEPT_HOURS } from '../domain/imports/delete-unused.ts';
import { readAllowance } from '../domain/imports/read-allowance.ts';
import { AddedFile, ImportAllowance } from '../domain/imports/schemas.ts';
import { MAX_IMPORT_FILE_BYTES, MAX_RECIPIENTS } from '../domain/limits.ts';
import { asPerson, idempotencyOf, NoInput, router, withScope } from './base.ts';
import { fileForm } from './file-form.ts';
import type { Example, Samples } from './samples.ts';

const size = `20 MB (${MAX_IMPORT_FILE_BYTES.toLocaleString('en')} bytes)`;

export const imports = router({
  create: withScope('certificates:import', { limit: 'batches', takesKey: true })
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates/import',
        summary: 'Import certificates',
        description: `Records up to ${MAX_RECIPIENTS} certificates that were issued elsewhere: all of them, or none. Each is rendered from a template, or keeps its original PDF. The claims, the page and the credential show that it was imported, and when. Uses the organisation's allowance; beyond it, a certificate that is rendered costs a credit. Sends no e-mail and no \`certificate.ready\`, but \`certificate.imported\`.`,
        tags: ['Certificates'],
      },
      status: 201,
      errors: ['NOT_FOUND', 'INSUFFICIENT_CREDITS'],
      example: importExample,
    })
    .input(ImportCertificates)
    .output(ImportedCertificates)
    .mutation(({ ctx, input }) => importCertificates({ ...ctx.domain, idempotency: idempotencyOf(ctx, input) }, input)),

  addFile: withScope('certificates:import')
    .meta({
      openapi: {
        method: 'POST',
        path: '/certificates/import/files',
        summary: 'Upload an original PDF',
        description: `The PDF of a certificate to import: at most ${size}, not encrypted. The response is the value of \`originalPdf\`. Uploading the same file again returns the same value. A file is deleted ${FILE_KEPT_HOURS} hours after its last use.`,
        tags: ['Certificates'],
        contentTypes: ['multipart/form-data'],
      },
      status: 201,
      errors: ['limit_reached'],
      shownPart: { name: 'file', types: ['application/pdf'] },
      formBytes: MAX_IMPORT_FILE_BYTES,
      example: ({ importFile }) => ({ response: importFile }),
    })
    .input(fileForm('file'))
    .output(AddedFile)
    .mutation(({ ctx, input }) => addImportFile(ctx.domain, input.file)),

  allowance: asPerson('certificates:import')
    .input(NoInput)
    .output(ImportAllowance)
    .query(({ ctx }) => readAllowance(ctx.domain)),
});

function importExample({ certificate, importFile }: Samples): Example {
  const { id, recipientName, recipientEmail, externalId, verificationHash, verificationUrl } = certificate;
  const request: ImportCertificates = {
    issuer: 'Former platform',
    certificates: [
      {
        ...{ recipientName, recipientEmail: recipientEmail ?? undefined, externalId: externalId ?? undefined },
        ...{ number: '2021-0007', awardedOn: '2021-05-03', legacyCode: 'a1b2c3d4', originalPdf: importFile.file },
      },
    ],
  };
  const response: ImportedCertificates = {
    imported: 1,
    credits: { consumed: 0, remaining: 1000 },
    certificates: [{ id, externalId, verificationHash, verificationUrl }],
  };
  return { request, response };
}
