import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { Count, DateTime, isBlank, NextCursor, PageQuery, SafeString, Uuid } from '../shared/schemas.ts';

const RecipientUuid = Uuid.describe('Id of the recipient');

/** Recipient of certificates, identified by an e-mail address. */
export const Recipient = z
  .object({
    id: RecipientUuid,
    email: z.string().describe('The address, as the latest certificate has it'),
    name: z.string().describe('The name on the latest certificate'),
    certificateCount: Count.describe('Certificates with this address, revoked ones too'),
    lastIssuedAt: DateTime.describe('When the latest certificate was issued'),
  })
  .meta({ id: 'Recipient' });
export type Recipient = z.infer<typeof Recipient>;

export const RecipientId = z.strictObject({ id: RecipientUuid });

const Search = SafeString.max(200).refine((text) => !isBlank(text), fault('blank', { accepted: 'a text' }));

export const ListRecipients = z.strictObject({
  ...PageQuery,
  search: Search.describe('Part of the name or the address; one or two letters are the beginning of a word').optional(),
});
export type ListRecipients = z.infer<typeof ListRecipients>;

export const RecipientPage = z.object({
  recipients: z.array(Recipient).describe('The recipients of the page'),
  nextCursor: NextCursor,
});
