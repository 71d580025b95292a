import { VerificationResult, VerifyInput } from '../domain/verification/schemas.ts';
import { resultOf, verifyCertificate } from '../domain/verification/verify.ts';
import { publicProcedure, router } from './base.ts';
import type { Example, Samples } from './samples.ts';

export const verify = router({
  certificate: publicProcedure('verify')
    .meta({
      openapi: {
        method: 'GET',
        path: '/verify/{hash}',
        summary: 'Verify a certificate',
        description: 'Needs no key. Each call adds one to the verification counter of the certificate.',
        tags: ['Verification'],
        protect: false,
      },
      example: verificationExample,
    })
    .input(VerifyInput)
    .output(VerificationResult)
    .query(async ({ ctx, input }) => resultOf(await verifyCertificate(ctx.services, input))),
});

function verificationExample({ certificate, template }: Samples): Example {
  const { id, verificationHash, recipientName, number, status } = certificate;
  const { generatedAt, awardedOn, imported, expiresAt, revokedAt, revokedReason } = certificate;
  const response: VerificationResult = {
    valid: true,
    integrityVerified: true,
    certificate: {
      id,
      verificationHash,
      recipientName,
      number,
      templateName: template.name,
      status,
      generatedAt,
      awardedOn,
      imported,
      expiresAt,
      revokedAt,
      revokedReason,
    },
  };
  return { response };
}
