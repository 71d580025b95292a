import { LedgerPage, ListLedger, listLedger } from '../domain/credits/list-ledger.ts';
import { Credits, readCredits } from '../domain/credits/read.ts';
import { asPerson, NoInput, router, withScope } from './base.ts';

export const credits = router({
  get: withScope('credits:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/credits',
        summary: 'Read the balance',
        description: "The organisation's remaining credits.",
        tags: ['Credits'],
      },
      example: () => ({ response: { balance: 999 } }),
    })
    .input(NoInput)
    .output(Credits)
    .query(({ ctx }) => readCredits(ctx.domain)),

  ledger: asPerson('credits:read')
    .input(ListLedger)
    .output(LedgerPage)
    .query(({ ctx, input }) => listLedger(ctx.domain, input)),
});
