import { mergeRecipients } from '../domain/recipients/merge.ts';
import { getRecipient, listRecipients } from '../domain/recipients/read.ts';
import {
  ListRecipients,
  MergeRecipients,
  Recipient,
  RecipientId,
  RecipientPage,
} from '../domain/recipients/schemas.ts';
import { separateRecipient } from '../domain/recipients/separate.ts';
import { asPerson, router, withScope } from './base.ts';

export const recipients = router({
  list: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/recipients',
        summary: 'List recipients',
        description:
          "All recipients with an e-mail address, ordered by address. A person with several addresses is listed once. `GET /certificates?recipientId=` returns a recipient's certificates.",
        tags: ['Recipients'],
      },
      example: ({ recipient }) => ({ response: { recipients: [recipient], nextCursor: null } }),
    })
    .input(ListRecipients)
    .output(RecipientPage)
    .query(({ ctx, input }) => listRecipients(ctx.domain, input)),

  get: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/recipients/{id}',
        summary: 'Get a recipient',
        description:
          'Address and name are from the latest certificate. Each address of a person leads to the same answer.',
        tags: ['Recipients'],
      },
      example: ({ recipient }) => ({ response: recipient }),
    })
    .input(RecipientId)
    .output(Recipient)
    .query(({ ctx, input }) => getRecipient(ctx.domain, input)),

  merge: asPerson('certificates:write')
    .input(MergeRecipients)
    .output(Recipient)
    .mutation(({ ctx, input }) => mergeRecipients(ctx.domain, input)),

  separate: asPerson('certificates:write')
    .input(RecipientId)
    .output(Recipient)
    .mutation(({ ctx, input }) => separateRecipient(ctx.domain, input)),
});
