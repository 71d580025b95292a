import { sql } from 'kysely';
import { jsonTable, toJson } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, type Row, statement } from '../../database/sql.ts';
import { inOrganisation, type Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import type { NewEvent } from './types.ts';

const HEAD_TYPES = { organisationId: 'uuid', position: 'bigint' } as const;

/**
 * Raises the heads of organisations by their numbers of events, and reads the webhooks that chose one of the types. Rows come sorted, so
 * that concurrent transactions lock heads in the same order. Webhooks are locked: one that is deleted in the meantime would fail the change.
 */
const raiseHeads = statement((db, { counts, types }: Bound<{ counts: string; types: string[] }>) =>
  db
    .with('heads', (cte) =>
      cte
        .insertInto('event_heads')
        .columns(['organisationId', 'position'])
        .expression(({ selectFrom }) =>
          selectFrom(jsonTable<Row<'event_heads'>>(counts, HEAD_TYPES)).select(['r.organisationId', 'r.position']),
        )
        .onConflict((conflict) =>
          conflict
            .column('organisationId')
            .doUpdateSet(({ eb, ref }) => ({ position: eb('event_heads.position', '+', ref('excluded.position')) })),
        )
        .returning(['organisationId', 'position']),
    )
    .with('chosen', (cte) =>
      cte
        .selectFrom('webhooks')
        .select(['organisationId', 'id', 'events'])
        .where('organisationId', 'in', ({ selectFrom }) => selectFrom('heads').select('organisationId'))
        .where('events', '&&', sql<string[]>`${types}::text[]`)
        .forKeyShare(),
    )
    .selectFrom('heads')
    .leftJoin('chosen', 'chosen.organisationId', 'heads.organisationId')
    .select(['heads.organisationId', 'heads.position', 'chosen.id as webhookId', 'chosen.events']),
);

const EVENT_COLUMNS = {
  ...{ organisationId: 'uuid', position: 'bigint', id: 'uuid', type: 'text', subjectId: 'uuid' },
  ...{ data: 'text', fileKey: 'bytea', createdAt: 'timestamptz', mac: 'bytea' },
} as const;
const COLUMNS = Object.keys(EVENT_COLUMNS) as (keyof typeof EVENT_COLUMNS)[];

const insertEvents = statement((db, { rows }: Bound<{ rows: string }>) =>
  db
    .insertInto('events')
    .columns(COLUMNS)
    .expression(({ selectFrom }) => selectFrom(jsonTable<Row<'events'>>(rows, EVENT_COLUMNS)).select(COLUMNS)),
);

/** An event that was recorded, and the webhooks that it is delivered to. */
export interface RecordedEvent extends Row<'events'> {
  webhookIds: readonly string[];
  trace: string | undefined;
}

/**
 * Records events in the caller's transaction, of one organisation in the order given. Call it last in the transaction: until the commit
 * nothing else records an event of these organisations, which is why a reader misses none.
 */
export async function recordEvents(
  em: EntityManager,
  services: Services,
  events: readonly NewEvent[],
): Promise<RecordedEvent[]> {
  const groups = [...Map.groupBy(events, ({ organisationId }) => organisationId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const counts = groups.map(([organisationId, own]) => ({ organisationId, position: own.length }));
  const types = [...new Set(events.map(({ type }) => type))];
  const raised = await raiseHeads(em, { counts: toJson(counts, HEAD_TYPES), types });
  const recorded = groups.flatMap(([organisationId, own]) => {
    const rows = raised.filter((row) => row.organisationId === organisationId);
    const last = rows[0]?.position ?? 0;
    const createdAt = inOrganisation(services, organisationId).now();
    return own.map(({ type, subjectId, data, fileKey, trace }, index) => {
      const event = {
        ...{ organisationId, position: last - own.length + 1 + index, id: newId(createdAt), type, subjectId },
        ...{ data: JSON.stringify(data), fileKey, createdAt },
      };
      const chosen = rows.filter((row) => row.events?.includes(type));
      const webhookIds = chosen.flatMap(({ webhookId }) => webhookId ?? []);
      return { ...event, mac: macOf(services, 'events', event), webhookIds, trace };
    });
  });
  await insertEvents(em, { rows: toJson<Row<'events'>>(recorded, EVENT_COLUMNS) });
  return recorded;
}
