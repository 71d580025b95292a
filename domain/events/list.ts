import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { cursorOf, markOf, type Place, placeAfter, START } from './parse-cursor.ts';
import { type EventPage, LATEST, type ListEvents } from './schemas.ts';
import type { EventRow } from './seal.ts';
import { isShowable, projectEvent } from './show.ts';
import type { EventType } from './types.ts';

/**
 * Returns a page of the organisation's events, oldest first, after a place or from the start. A later call with the page's cursor misses no
 * event, whenever transactions commit.
 */
export async function listEvents(
  context: DomainContext,
  { after = START, types, limit }: ListEvents,
): Promise<EventPage> {
  const { organisationId } = context;
  if (after === LATEST) return { events: [], nextCursor: cursorOf(await endOfLog(context)) };
  const { rows, state } = await readEvents(context.em(), { organisationId, after, types, limit });
  // Without a place, the page begins with the oldest event that is still kept.
  if (after !== START) assertKnown(after, state);
  const events = rows.filter((row) => isShowable(context, row)).map((row) => projectEvent(context, row));
  const last = rows.at(-1);
  const end = after.position === state.head ? after : placeAt(state.head, state.idAtHead);
  // An incomplete page has all events up to the end of the log. A place there does not expire while the chosen types are rare.
  const isFurther = last !== undefined && (rows.length === limit || last.position > end.position);
  return { events, nextCursor: cursorOf(isFurther ? placeAfter(last) : end) };
}

/** Returns the place at a position. `id` is that of its event; null for an event that is no longer kept. */
const placeAt = (position: number, id: string | null): Place =>
  id === null ? { ...START, position } : placeAfter({ position, id });

/** Returns the place after the last event of the organisation. */
export async function endOfLog({ em, organisationId }: DomainContext): Promise<Place> {
  const last = await database(em())
    .selectFrom('event_heads as h')
    .leftJoin('events as e', (join) =>
      join.onRef('e.organisationId', '=', 'h.organisationId').onRef('e.position', '=', 'h.position'),
    )
    .select(['h.position', 'e.id'])
    .where('h.organisationId', '=', organisationId)
    .executeTakeFirst();
  return last ? placeAt(last.position, last.id) : START;
}

interface Read {
  organisationId: string;
  after: Place;
  /** Undefined for all types. */
  types: readonly EventType[] | undefined;
  limit: number;
}

/** State of a log that decides whether a place is valid. */
export interface LogState {
  /** Position of the last event; 0 before the first. */
  head: number;
  /** Id of the last event; null if it is no longer kept, or before the first. */
  idAtHead: string | null;
  /** Id of the event at the place; null if it is no longer kept. */
  idAtPlace: string | null;
  /** True if the event after the place is kept. */
  hasNext: boolean;
}

/**
 * Reads events after a place, forged ones too, and the state of the log, in one snapshot. Each type has its own scan of the index
 * `events_type`, so that rare types are fast. With `e.type = t.type` and an order by position alone, PostgreSQL would filter a scan of the
 * primary key, as it does not know the frequency of a parameter. That takes 4.8 s instead of 0.3 ms among 10 million events.
 */
export async function readEvents(
  em: EntityManager,
  { organisationId, after: { position }, types, limit }: Read,
): Promise<{ rows: EventRow[]; state: LogState }> {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(`e.${name}`)));
  const own = sql`select ${columns} from events e where e.organisation_id = ${organisationId}`;
  const page = types
    ? sql`select f.* from unnest(${types}::text[]) as t (type) cross join lateral (
        ${own} and (e.type, e.position) > (t.type, ${position}) and e.type <= t.type
        order by e.type, e.position limit ${limit}) f
      order by f.position limit ${limit}`
    : sql`${own} and e.position > ${position} order by e.position limit ${limit}`;
  const at = (place: number | RawBuilder<number>) =>
    sql`from events where organisation_id = ${organisationId} and position = ${place}`;
  // Not a prepared statement. PostgreSQL would keep a plan for a small table while it grows.
  const { rows } = await sql<LogState & { [Column in keyof EventRow]: EventRow[Column] | null }>`
    select l.head, (select id ${at(sql<number>`l.head`)}) as id_at_head, (select id ${at(position)}) as id_at_place,
      exists (select ${at(position + 1)}) as has_next, p.*
    from (select coalesce((select position from event_heads where organisation_id = ${organisationId}), 0)::int8 as head) l
      left join lateral (${page}) p on true order by p.position`.execute(database(em));
  const [first] = rows;
  if (!first) throw new Error('the log has no state');
  return { rows: rows.filter(({ position }) => position !== null) as (LogState & EventRow)[], state: first };
}

const COLUMNS = [
  ...(['organisationId', 'position', 'id', 'type', 'subjectId', 'data', 'fileKey', 'createdAt', 'mac'] as const),
] as const satisfies readonly (keyof Row<'events'>)[];

/** Rejects a place that is not, or no longer, in the log: VALIDATION_ERROR at the input that named it. */
export function assertKnown(
  { position, mark }: Place,
  { head, idAtPlace, hasNext }: LogState,
  name: string = 'after',
): void {
  if (position > head || (idAtPlace !== null && markOf(idAtPlace) !== mark))
    throw validationError(detail(name, 'unknown_position'));
  if (position < head && !hasNext) throw validationError(detail(name, 'expired_position'));
}
