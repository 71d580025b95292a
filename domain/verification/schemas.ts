import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { CertificateStatus } from '../certificates/schemas.ts';
import { DateTime, Uuid } from '../shared/schemas.ts';

export const VerificationHash = z
  .string()
  .refine((text) => /^[0-9a-fA-F]{64}$/.test(text), fault('not_a_hash'))
  .toLowerCase();
export const VerifyInput = z.object({
  hash: VerificationHash.describe("The certificate's verificationHash, in upper or lower case"),
});

/** Specification 2.4. */
export const VerificationResult = z
  .object({
    valid: z.boolean().describe('Integrity verified, and not revoked'),
    integrityVerified: z.boolean().describe('Claims, seal and stored files are what was issued'),
    certificate: z
      .object({
        id: Uuid.describe('Id of the certificate'),
        verificationHash: z.string().describe('The hash that was asked for, in lower case'),
        recipientName: z.string().describe('Whom it was issued to'),
        templateName: z.string().describe('Name of the template as of the issue'),
        status: CertificateStatus.describe('Whether it was revoked'),
        generatedAt: DateTime.describe('The time of issue, which is signed'),
        revokedAt: DateTime.nullable().describe('null unless it is revoked'),
        revokedReason: z.string().nullable().describe('What the issuer gave as the reason'),
      })
      .describe('What the certificate says'),
  })
  .meta({ id: 'VerificationResult' });
export type VerificationResult = z.infer<typeof VerificationResult>;
