import { VerificationResult, VerifyInput } from '../domain/verification/schemas.ts';
import { verifyCertificate } from '../domain/verification/verify.ts';
import { publicProcedure, router } from './base.ts';

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
    })
    .input(VerifyInput)
    .output(VerificationResult)
    .query(async ({ ctx, input }) => (await verifyCertificate(ctx.services, input)).result),
});
