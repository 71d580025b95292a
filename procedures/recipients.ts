import { getRecipient, listRecipients } from '../domain/recipients/read.ts';
import { ListRecipients, Recipient, RecipientId, RecipientPage } from '../domain/recipients/schemas.ts';
import { router, withScope } from './base.ts';

export const recipients = router({
  list: withScope('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/recipients',
        summary: 'List recipients',
        description:
          "All recipients with an e-mail address, ordered by address. `GET /certificates?recipientId=` returns a recipient's certificates.",
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
        description: 'Address and name are from the latest certificate.',
        tags: ['Recipients'],
      },
      example: ({ recipient }) => ({ response: recipient }),
    })
    .input(RecipientId)
    .output(Recipient)
    .query(({ ctx, input }) => getRecipient(ctx.domain, input)),
});
