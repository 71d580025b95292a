import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { Count, DateTime, NextCursor, PageQuery, Search, Uuid } from '../shared/schemas.ts';

const RecipientUuid = Uuid.describe('Id of the recipient');

/** Recipient of certificates, identified by an e-mail address. */
export const Recipient = z
  .object({
    id: RecipientUuid,
    email: z.string().describe('Address on the latest certificate'),
    name: z.string().describe('Name on the latest certificate'),
    otherAddresses: z
      .array(z.object({ id: RecipientUuid, email: z.string().describe('Address on its latest certificate') }))
      .describe('Other addresses that a member has recorded as those of the same person'),
    certificateCount: Count.describe('Number of certificates with these addresses, including revoked ones'),
    lastIssuedAt: DateTime.describe('Time of issue of the latest certificate'),
  })
  .meta({ id: 'Recipient' });
export type Recipient = z.infer<typeof Recipient>;

export const RecipientId = z.strictObject({ id: RecipientUuid });

/** A recipient that is the same person as another one, whose address lists show first. */
export const MergeRecipients = z
  .strictObject({ id: RecipientUuid, into: RecipientUuid })
  .refine(({ id, into }) => id.toLowerCase() !== into.toLowerCase(), { path: ['into'], ...fault('duplicates') });
export type MergeRecipients = z.infer<typeof MergeRecipients>;

export const ListRecipients = z.strictObject({
  ...PageQuery,
  search: Search.describe(
    'Part of the name or the address, without regard to case and accents, and with umlauts in either spelling; one or two letters match the start of a word',
  ).optional(),
});
export type ListRecipients = z.infer<typeof ListRecipients>;

export const RecipientPage = z.object({
  recipients: z.array(Recipient).describe('The recipients of the page'),
  nextCursor: NextCursor,
});
