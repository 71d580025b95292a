import { jsonTable, toJson } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { addedSpecs, jobSpecs } from '../../database/queue.ts';
import { type Bound, type Row, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { attemptJob } from './enqueue.ts';

type Delivery = Pick<
  Row<'webhook_deliveries'>,
  'organisationId' | 'webhookId' | 'event' | 'subjectId' | 'eventPosition' | 'createdAt'
>;

type Inserted = Delivery & Pick<Row<'webhook_deliveries'>, 'id' | 'mac'>;

const COLUMN_TYPES = {
  ...{ organisationId: 'uuid', id: 'uuid', webhookId: 'uuid', event: 'text', subjectId: 'uuid' },
  ...{ eventPosition: 'bigint', createdAt: 'timestamptz', mac: 'bytea' },
} as const;
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof typeof COLUMN_TYPES)[];

const insert = statement((db, { rows, jobs }: Bound<{ rows: string; jobs: string }>) =>
  db
    .with('made', (cte) =>
      cte
        .insertInto('webhook_deliveries')
        .columns(COLUMNS)
        .expression(({ selectFrom }) => selectFrom(jsonTable<Inserted>(rows, COLUMN_TYPES)).select(COLUMNS)),
    )
    .selectNoFrom(addedSpecs('deliver-webhook', jobs).as('jobs')),
);

/** Creates deliveries and their jobs in the caller's transaction, with one statement for all. Returns the deliveries' ids. */
export async function createDeliveries(
  em: EntityManager,
  services: Services,
  deliveries: readonly (Delivery & { trace?: string | undefined })[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const made = deliveries.map(({ trace, ...delivery }) => {
    const row = { ...delivery, id: newId(delivery.createdAt), status: 'PENDING' as const, attempts: 0 };
    return { ...row, trace, mac: macOf(services, 'webhook_deliveries', row) };
  });
  const jobs = made.map(({ trace, id: deliveryId, ...delivery }) => ({
    ...attemptJob({ ...delivery, deliveryId }),
    trace,
  }));
  await insert(em, { rows: toJson<Inserted>(made, COLUMN_TYPES), jobs: jobSpecs('deliver-webhook', jobs) });
  return made.map(({ id }) => id);
}
