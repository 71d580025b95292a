import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { tags } from '../../templates-engine/index.ts';
import { ChangeExpiry, CorrectCertificate, RenewCertificate } from '../amending/schemas.ts';
import { CountCertificates, DRY_RUN, RevokeCertificate } from '../certificates/schemas.ts';
import { MAX_CHOSEN, MAX_RECIPIENTS } from '../limits.ts';
import { Count, DateTime, SafeString, Uuid } from '../shared/schemas.ts';

/** Selected certificates: a list of ids, or all matches of a filter except some. */
export const Selection = z.union([
  z.strictObject({ ids: z.array(Uuid).min(1).max(MAX_CHOSEN) }),
  z.strictObject({ filter: CountCertificates, except: z.array(Uuid).max(MAX_CHOSEN).optional() }),
]);
export type Selection = z.infer<typeof Selection>;

export const Chosen = z.strictObject({ selection: Selection });
export const RevokeMany = z.strictObject({
  selection: Selection,
  reason: RevokeCertificate.shape.reason,
  sendEmail: z
    .boolean()
    .optional()
    .describe('Notifies recipients with an address, within the hourly limits of their mailbox'),
});
export const ChangeExpiryOfMany = z.strictObject({
  selection: Selection,
  expiresAt: ChangeExpiry.shape.expiresAt,
  reason: ChangeExpiry.shape.reason,
});
/** Name of a certificate in a table. */
const Named = SafeString.normalize('NFC')
  .trim()
  .min(1)
  .max(2048)
  .describe('Its id, number, external id, verification hash or address');
export const ChangeExpiriesByTable = z.strictObject({
  rows: z
    .array(z.strictObject({ certificate: Named, expiresAt: ChangeExpiry.shape.expiresAt }))
    .min(1)
    .max(MAX_RECIPIENTS),
  reason: ChangeExpiry.shape.reason,
  dryRun: z.boolean().optional().describe('Checks the rows, and changes nothing'),
});
export type ChangeExpiriesByTable = z.infer<typeof ChangeExpiriesByTable>;
export const CorrectByTable = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        certificate: Named,
        ...CorrectCertificate.pick({ variables: true, recipientEmail: true, awardedOn: true }).shape,
      }),
    )
    .min(1)
    .max(MAX_RECIPIENTS),
  reason: CorrectCertificate.shape.reason,
  sendEmail: z.boolean().optional().describe('E-mails the corrected certificates that have an address'),
  dryRun: z.boolean().optional().describe('Checks the rows, and changes nothing'),
});
export type CorrectByTable = z.infer<typeof CorrectByTable>;
export const RenewMany = z.strictObject({
  selection: Selection,
  expiresAt: RenewCertificate.shape.expiresAt.unwrap().unwrap().optional(),
  sendEmail: z.boolean(),
});
const TAG_CHANGE = { add: tags.default([]), remove: tags.default([]) };
const hasTag = ({ add, remove }: Record<keyof typeof TAG_CHANGE, readonly string[]>): boolean =>
  add.length + remove.length > 0;
const NO_TAG = { path: ['add'], ...fault('blank', { accepted: 'a tag' }) };
export const ChangeTags = z.strictObject({ selection: Selection, ...TAG_CHANGE }).refine(hasTag, NO_TAG);
export const ChangeBatchTags = z.strictObject({ id: Uuid, ...TAG_CHANGE }).refine(hasTag, NO_TAG);
export const ChangedTags = z.object({
  total: Count.describe('Selected certificates'),
  changed: Count.describe('Certificates that have other tags now'),
  full: Count.describe('Certificates that would have too many tags, and are unchanged'),
});

export const BulkKind = z.enum(['DOWNLOAD', 'EMAIL', 'REVOKE', 'EXPIRY', 'RENEW', 'CORRECT']);

/** `total` is the number of selected certificates. Their ids are fixed when the action starts. */
export const StartedBulkAction = z.object({ id: Uuid, total: Count });

/** Field that a table changes. Texts are empty for a field without a value. */
export const ValueChanges = z.object({
  field: z.string().describe('Name of the field, such as `variables.course`'),
  count: Count.describe('Certificates whose field changes'),
  examples: z
    .array(z.object({ row: Count.describe('Index of the row'), before: z.string(), after: z.string() }))
    .describe('Different changes'),
});

/** `id` is null after a check. `changed` is the number of certificates that are not as in the table already. */
export const StartedTable = StartedBulkAction.extend({
  id: Uuid.nullable(),
  changed: Count,
  warnings: DRY_RUN.warnings,
  changes: z.array(ValueChanges).optional().describe('Fields that corrections would change'),
});

export const BulkActions = z.object({
  actions: z.array(
    z.object({
      id: Uuid,
      kind: BulkKind.exclude(['DOWNLOAD']),
      total: Count,
      processed: Count,
      skipped: Count.describe(
        'Processed certificates that the action left unchanged, because nothing was to be done or it was not possible',
      ),
      actor: z.string(),
      createdAt: DateTime,
      completedAt: DateTime.nullable(),
    }),
  ),
});
