import { type RawBuilder, sql } from 'kysely';
import { toJson } from '../../database/json-rows.ts';
import type { Bound } from '../../database/sql.ts';
import { inOrganisation, type Services } from '../context.ts';
import { newId } from '../shared/ids.ts';
import { patternsOf } from './match.ts';
import { macAt, positionKey, type Unplaced } from './seal.ts';
import type { NewEvent } from './types.ts';

/** An event prepared for recording. */
interface PreparedEvent extends Unplaced {
  /** Number of later events of its organisation in the same call. */
  behind: number;
  trace: string | undefined;
}

/** Values of a statement that records events. */
export interface RecordValues {
  heads: string;
  events: string;
  /** Event types and wildcards that match one of the events. */
  patterns: string[];
}

/** Result per organisation: its last position, and the webhooks that subscribe to one of the types. */
export interface Raised {
  organisationId: string;
  position: number;
  listeners: readonly { id: string; events: readonly string[] }[] | null;
}

/** A recorded event with the webhooks that receive it. */
export interface RecordedEvent extends Unplaced {
  position: number;
  webhookIds: readonly string[];
  trace: string | undefined;
}

const EVENT_TYPES = {
  ...{ organisationId: 'uuid', behind: 'bigint', id: 'uuid', type: 'text', subjectId: 'uuid', data: 'text' },
  ...{ fileKey: 'bytea', createdAt: 'timestamptz', keyId: 'bytea', key: 'bytea' },
} as const;

/** Prepares events for recording. Those of an organisation keep their order. */
export function prepareEvents(
  services: Services,
  events: readonly NewEvent[],
): { prepared: PreparedEvent[]; values: RecordValues } {
  // Sorted, so that concurrent transactions lock heads in the same order.
  const groups = [...Map.groupBy(events, ({ organisationId }) => organisationId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const prepared = groups.flatMap(([organisationId, own]) => {
    const createdAt = inOrganisation(services, organisationId).now();
    return own.map(({ type, subjectId, data, fileKey, trace }, index) => ({
      ...{ organisationId, id: newId(createdAt), type, subjectId, data: JSON.stringify(data), fileKey, createdAt },
      ...{ behind: own.length - 1 - index, trace },
    }));
  });
  const heads = groups.map(([organisationId, { length: count }]) => ({ organisationId, count }));
  const rows = prepared.map(({ trace: _, ...event }) => ({ ...event, ...positionKey(services, event) }));
  const values = {
    heads: toJson(heads, { organisationId: 'uuid', count: 'bigint' }),
    events: toJson(rows, EVENT_TYPES),
    patterns: [...new Set(events.flatMap(({ type }) => patternsOf(type)))],
  };
  return { prepared, values };
}

/**
 * Returns the parts of a statement that record events. `heads` raises the positions of the organisations and locks them until the commit,
 * so that readers miss no event. Use these parts in the last statement that waits for a lock. `gate` names a part that must have a row.
 */
export const recordParts = (value: Bound<RecordValues>, gate?: string) => ({
  heads: () => sql<{ organisationId: string; position: number }>`(
    insert into event_heads as h (organisation_id, position)
    select r.organisation_id, r.count from json_to_recordset(${value.heads}::json) as r (organisation_id uuid, count bigint)
    ${gate === undefined ? sql`` : sql`cross join ${sql.table(gate)}`}
    on conflict (organisation_id) do update set position = h.position + excluded.position
    returning h.organisation_id, h.position)`,
  events: () => sql<{ position: number }>`(
    insert into events (organisation_id, position, id, type, subject_id, data, file_key, created_at, mac)
    select r.organisation_id, p.position, r.id, r.type, r.subject_id, r.data, r.file_key, r.created_at,
      ${macAt(sql.ref('r.key_id'), sql.ref('r.key'), sql.ref('p.position'))}
    from json_to_recordset(${value.events}::json) as r (${COLUMN_DEFINITIONS})
    join heads using (organisation_id) cross join lateral (select heads.position - r.behind as position) p)`,
  // Locked, because a concurrent deletion would fail the change.
  chosen: () => sql<{ organisationId: string; id: string; events: string[] }>`(
    select w.organisation_id, w.id, w.events from webhooks w
    where w.organisation_id in (select organisation_id from heads) and w.events && ${value.patterns}::text[]
    for key share)`,
});

const COLUMN_DEFINITIONS = sql.raw(
  'organisation_id uuid, behind bigint, id uuid, type text, subject_id uuid, data text, file_key bytea, created_at timestamptz, key_id bytea, key bytea',
);

/** Returns the webhooks of an organisation that `chosen` found. */
export const listenersOf = (organisationId: RawBuilder<unknown>) => sql<Raised['listeners']>`
  (select json_agg(json_build_object('id', c.id, 'events', c.events)) from chosen c where c.organisation_id = ${organisationId})`;

/** Returns the recorded events. */
export function recordedOf(prepared: readonly PreparedEvent[], raised: readonly Raised[]): RecordedEvent[] {
  const byOrganisation = new Map(raised.map((row) => [row.organisationId, row]));
  return prepared.map(({ behind, ...event }) => {
    const { position = 0, listeners } = byOrganisation.get(event.organisationId) ?? {};
    const patterns = patternsOf(event.type);
    const chosen = (listeners ?? []).filter(({ events }) => events.some((chosen) => patterns.includes(chosen)));
    return { ...event, position: position - behind, webhookIds: chosen.map(({ id }) => id) };
  });
}
