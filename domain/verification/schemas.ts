import { z } from 'zod';
import { CertificateStatus } from '../certificates/schemas.ts';
import { DateTime, Uuid } from '../shared/schemas.ts';

export const VerificationHash = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
  .toLowerCase();
export const VerifyInput = z.object({
  hash: VerificationHash.describe("The certificate's verificationHash, in upper or lower case"),
});

/** Specification 2.4. */
export const VerificationResult = z
  .object({
    valid: z.boolean().describe('Integrity verified, and not revoked'),
    integrityVerified: z.boolean().describe('Claims, seal and stored files are what was issued'),
    certificate: z.object({
      id: Uuid,
      verificationHash: z.string(),
      recipientName: z.string(),
      templateName: z.string(),
      status: CertificateStatus,
      generatedAt: DateTime,
      revokedAt: DateTime.nullable(),
      revokedReason: z.string().nullable(),
    }),
  })
  .meta({ id: 'VerificationResult' });
export type VerificationResult = z.infer<typeof VerificationResult>;
