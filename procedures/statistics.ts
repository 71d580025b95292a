import { Overview, readOverview } from '../domain/statistics/read-overview.ts';
import { asPerson, NoInput, router } from './base.ts';

export const statistics = router({
  overview: asPerson('certificates:read')
    .input(NoInput)
    .output(Overview)
    .query(({ ctx }) => readOverview(ctx.domain)),
});
