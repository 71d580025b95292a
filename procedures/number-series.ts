import { z } from 'zod';
import { createNumberSeries } from '../domain/numbering/create.ts';
import { listNumberSeries } from '../domain/numbering/list.ts';
import { CreateNumberSeries, NumberSeries } from '../domain/numbering/schemas.ts';
import { asPerson, NoInput, router } from './base.ts';

/** Series of certificate numbers, for people in the dashboard. REST does not have these operations. */
export const numberSeries = router({
  list: asPerson('organisation:read')
    .input(NoInput)
    .output(z.object({ numberSeries: z.array(NumberSeries) }))
    .query(({ ctx }) => listNumberSeries(ctx.domain)),

  create: asPerson('organisation:write')
    .input(CreateNumberSeries)
    .output(NumberSeries)
    .mutation(({ ctx, input }) => createNumberSeries(ctx.domain, input)),
});
