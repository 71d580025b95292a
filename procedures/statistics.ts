import { Figures, ReadFigures, readFigures } from '../domain/statistics/read-figures.ts';
import { Overview, readOverview } from '../domain/statistics/read-overview.ts';
import { asPerson, NoInput, router } from './base.ts';

export const statistics = router({
  overview: asPerson('certificates:read')
    .input(NoInput)
    .output(Overview)
    .query(({ ctx }) => readOverview(ctx.domain)),
  figures: asPerson('certificates:read')
    .input(ReadFigures)
    .output(Figures)
    .query(({ ctx, input }) => readFigures(ctx.domain, input)),
});
