import { NumberSeries as SeriesRow } from '../../database/entities/number-series.ts';
import { Organisation } from '../../database/entities/organisation.ts';
import { detail } from '../../errors/detail.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { refusal, validationError } from '../errors.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { liveOf, newId } from '../shared/ids.ts';
import { assertRoom } from '../shared/quota.ts';
import { canCollide } from './assert-distinct.ts';
import { viewOf } from './list.ts';
import type { CreateNumberSeries, NumberSeries } from './schemas.ts';

/** Creates a series of certificate numbers. It never changes, because numbers that were issued keep their form. */
export async function createNumberSeries(context: ActingContext, input: CreateNumberSeries): Promise<NumberSeries> {
  const { organisationId } = context;
  const row = { organisationId, id: newId(context.now()), ...input, createdAt: context.now() };
  return context.em().transactional(async (em) => {
    await assertRoom(em, { organisationId, quota: 'number series', table: 'number_series' });
    const others = await em.find(SeriesRow, { organisationId });
    if (others.some(({ name }) => name === input.name)) throw refusal('series_exists', { name: input.name });
    const same = others.find(({ pattern }) => canCollide(pattern, input.pattern));
    if (same) throw validationError([detail('pattern', 'pattern_collides', { name: same.name })]);
    em.persist(em.create(SeriesRow, { ...row, mac: macOf(context, 'number_series', row) }));
    await recordAction(em, context, { action: 'numberSeries.create', subject: input.name });
    await em.flush();
    const { timeZone } = await em.findOneOrFail(Organisation, { id: liveOf(organisationId) });
    return viewOf(em, context, row, timeZone);
  });
}
