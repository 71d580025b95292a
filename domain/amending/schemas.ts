import { z } from 'zod';
import { Certificate, DryRun, GeneratedCertificate, Recipient, RevokeCertificate } from '../certificates/schemas.ts';
import { DayOrTime } from '../shared/schemas.ts';

const Reason = RevokeCertificate.shape.reason.describe('Why it is changed, for the members of the organisation');

export const ChangeExpiry = z
  .strictObject({
    id: Certificate.shape.id,
    expiresAt: DayOrTime.nullable().describe(
      "Last valid day in the certificate's time zone, or a time after the award; null: never",
    ),
    reason: Reason.describe('Why it is changed; part of the signed statement'),
  })
  .meta({ id: 'ChangeExpiry' });
export type ChangeExpiry = z.infer<typeof ChangeExpiry>;

export const CorrectCertificate = z
  .strictObject({
    id: Certificate.shape.id,
    variables: Recipient.shape.variables.optional().describe('Values that replace those of the certificate'),
    recipientEmail: Recipient.shape.recipientEmail.describe("The recipient's e-mail address, if it changes"),
    awardedOn: Recipient.shape.awardedOn.describe('Day of the award, if it changes'),
    templateVersion: z
      .enum(['issued', 'current'])
      .optional()
      .describe('Version of the template: that of the certificate, or the current one; `issued` by default'),
    reason: Reason,
    sendEmail: z.boolean().optional().describe('E-mail the corrected certificate once it is rendered'),
    dryRun: DryRun.describe('Validates everything and changes nothing; the returned hash does not exist'),
  })
  .meta({ id: 'CorrectCertificate' });
export type CorrectCertificate = z.infer<typeof CorrectCertificate>;

export const RenewCertificate = z
  .strictObject({
    id: Certificate.shape.id,
    variables: Recipient.shape.variables.optional().describe('Values that replace those of the certificate'),
    recipientEmail: Recipient.shape.recipientEmail.describe(
      "The recipient's e-mail address, by default that of the certificate",
    ),
    awardedOn: Recipient.shape.awardedOn,
    expiresAt: Recipient.shape.expiresAt,
    sendEmail: z.boolean().optional().describe('E-mail the new certificate once it is rendered'),
    dryRun: DryRun,
  })
  .meta({ id: 'RenewCertificate' });
export type RenewCertificate = z.infer<typeof RenewCertificate>;

export const RenewedCertificate = GeneratedCertificate.extend({
  renewalOf: Certificate.shape.id.describe('Id of the renewed certificate'),
}).meta({ id: 'RenewedCertificate' });
export type RenewedCertificate = z.infer<typeof RenewedCertificate>;

export const CorrectedCertificate = GeneratedCertificate.extend({ revision: Certificate.shape.revision }).meta({
  id: 'CorrectedCertificate',
});
export type CorrectedCertificate = z.infer<typeof CorrectedCertificate>;
