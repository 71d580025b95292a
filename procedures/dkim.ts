import { checkDkim } from '../domain/dkim/check.ts';
import { createDkimKey } from '../domain/dkim/create.ts';
import { readDkim } from '../domain/dkim/read.ts';
import { removeDkimKey } from '../domain/dkim/remove.ts';
import { Dkim, DkimCheck } from '../domain/dkim/schemas.ts';
import { asPerson, NoInput, router } from './base.ts';

const manages = () => asPerson('mail-server:manage');

/** Signatures of the organisation's e-mails, for its owners in the dashboard. REST does not have these operations. */
export const dkim = router({
  get: manages()
    .input(NoInput)
    .output(Dkim)
    .query(({ ctx }) => readDkim(ctx.domain)),

  create: manages()
    .input(NoInput)
    .output(Dkim)
    .mutation(({ ctx }) => createDkimKey(ctx.domain)),

  check: manages()
    .input(NoInput)
    .output(DkimCheck)
    .mutation(({ ctx }) => checkDkim(ctx.domain)),

  remove: manages()
    .input(NoInput)
    .output(Dkim)
    .mutation(({ ctx }) => removeDkimKey(ctx.domain)),
});
