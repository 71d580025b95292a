import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { Imported } from '../certificates/schemas.ts';
import { CERTIFICATE_STATES } from '../certificates/state.ts';
import { DateTime, Day, Uuid } from '../shared/schemas.ts';

/** State of a former revision. */
export const REPLACED = 'REPLACED';

export const VerificationHash = z
  .string()
  .refine((text) => /^[0-9a-fA-F]{64}$/.test(text), fault('not_a_hash'))
  .toLowerCase()
  .meta({ pattern: '^[0-9a-fA-F]{64}$' });
export const VerifyInput = z.object({
  hash: VerificationHash.describe("The certificate's verificationHash, in upper or lower case"),
});

/** Specification 2.4. */
export const VerificationResult = z
  .object({
    valid: z.boolean().describe('True if the integrity is verified and the certificate is neither revoked nor expired'),
    integrityVerified: z.boolean().describe('True if claims, seal and stored files are unchanged since the issue'),
    certificate: z
      .object({
        id: Uuid.describe('Id of the certificate'),
        verificationHash: z.string().describe('The requested hash, in lower case'),
        recipientName: z
          .string()
          .nullable()
          .describe(
            'The recipient; null of a former revision, and if it is hidden or the row was changed outside Laurel',
          ),
        number: z.string().nullable().describe('The signed number; null without one'),
        templateName: z
          .string()
          .nullable()
          .describe('Name of the template at the time of issue; null if it was imported without one'),
        status: z
          .enum([...CERTIFICATE_STATES, REPLACED])
          .describe('`GENERATED`, `EXPIRED` or `REVOKED`; `REPLACED` if the hash is of a former revision'),
        generatedAt: DateTime.describe('The signed time of issue'),
        awardedOn: Day.nullable().describe('The signed day of the award; null of a former revision'),
        imported: Imported,
        expiresAt: DateTime.nullable().describe('Time from which it is expired; null if it never is'),
        revokedAt: DateTime.nullable().describe('null unless revoked'),
        revokedReason: z.string().nullable().describe("The issuer's reason"),
      })
      .describe('Content of the certificate'),
    test: z.literal(true).optional().describe('Only of a certificate of test mode, which is never valid'),
    replacedBy: z
      .url()
      .optional()
      .describe('Only of a former revision: verification page of the certificate as it is now'),
    hidden: z
      .literal(true)
      .optional()
      .describe('Only if the recipient has hidden the page: the answer has no name, number and reason of a revocation'),
    renewedBy: z
      .url()
      .optional()
      .describe('Only of a renewed certificate: verification page of the one that renews it'),
    history: z
      .array(
        z.object({
          revision: z.int().positive().describe('Number of the revision'),
          at: DateTime.describe('Time of the correction'),
          changed: z.array(z.string()).describe('Names of the changed fields; former values are not shown'),
        }),
      )
      .optional()
      .describe('Only of a corrected certificate: its signed corrections, oldest first'),
  })
  .meta({ id: 'VerificationResult' });
export type VerificationResult = z.infer<typeof VerificationResult>;
