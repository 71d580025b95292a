import { NumberSeries } from '../../database/entities/number-series.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { isSandbox, liveOf, newId } from '../shared/ids.ts';

/**
 * Gives a sandbox its own copy of a live series, which counts from the start. Templates name the series, and its numbers in test mode must
 * not be missing from those of live certificates. Returns false for an organisation that is no sandbox, and without such a series.
 */
export async function copyLiveSeries(context: DomainContext, name: string): Promise<boolean> {
  const { organisationId } = context;
  if (!isSandbox(organisationId)) return false;
  const em = context.em();
  const live = await em.findOne(NumberSeries, { organisationId: liveOf(organisationId), name });
  if (!live) return false;
  assertAuthentic(context, 'number_series', live);
  const { pattern, start, reset } = live;
  const createdAt = context.now();
  const row = { organisationId, id: newId(createdAt), name, pattern, start, reset, createdAt };
  await database(em)
    .insertInto('number_series')
    .values({ ...row, mac: macOf(context, 'number_series', row) })
    .onConflict((conflict) => conflict.columns(['organisationId', 'name']).doNothing())
    .execute();
  return true;
}
