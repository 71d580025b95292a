import { NumberSeries as SeriesRow } from '../../database/entities/number-series.ts';
import { Organisation } from '../../database/entities/organisation.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { DomainContext } from '../context.ts';
import { UTC } from '../shared/calendar.ts';
import { liveOf } from '../shared/ids.ts';
import { iso } from '../shared/schemas.ts';
import { countingYear } from './rules.ts';
import type { NumberSeries } from './schemas.ts';
import { freeNumbers, nextSerial } from './take.ts';

type Row = Pick<SeriesRow, 'id' | 'name' | 'pattern' | 'start' | 'reset' | 'createdAt'>;

/** Returns the organisation's series by name. */
export async function listNumberSeries(context: DomainContext): Promise<{ numberSeries: NumberSeries[] }> {
  const em = context.em();
  const { organisationId } = context;
  const rows = await em.find(SeriesRow, { organisationId }, { orderBy: { name: 'asc' } });
  const { timeZone } = await em.findOneOrFail(Organisation, { id: liveOf(organisationId) });
  const numberSeries = [];
  for (const row of rows) numberSeries.push(await viewOf(em, context, row, timeZone));
  return { numberSeries };
}

/** Returns a series in the form that the API shows. */
export async function viewOf(
  em: EntityManager,
  context: DomainContext,
  { id, name, pattern, start, reset, createdAt }: Row,
  timeZone: string | null | undefined,
): Promise<NumberSeries> {
  const zone = timeZone ?? UTC;
  const now = context.now();
  const year = countingYear({ reset }, now, zone);
  const { organisationId } = context;
  const from = await nextSerial(em, { organisationId, id, start, year });
  // Certificates can have it already, such as imported ones.
  const given = { organisationId, series: { pattern }, from, timeZone: zone, count: 1, now };
  const [next = ''] = (await freeNumbers(em, given)).numbers;
  return {
    id,
    name,
    pattern,
    start,
    reset,
    next,
    createdAt: iso(createdAt),
  };
}
