import { sql } from 'kysely';
import { withAcquireBudget } from '../../database/acquire-budget.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';
import { MAX_FOLLOWERS } from '../limits.ts';
import { readEvents } from './list.ts';
import { cursorOf, placeAfter } from './parse-cursor.ts';
import type { EventRow } from './seal.ts';
import { isShowable, projectEvent } from './show.ts';
import type { LaurelEvent } from './types.ts';

/** Polling interval for the heads of the followed organisations, in ms: for dashboards, and while a program follows. */
const POLL_MS = 500;
const PROMPT_POLL_MS = 50;
/** Interval in ms after which all followers are woken to check their permission. */
const CHECK_MS = 3000;
/** Recent events kept in memory per organisation. A follower further behind reads pages from the database. */
const RECENT = 500;
/** Events per page, and maximum pages per poll. */
const PAGE = 100;
const PAGES = 20;
/** Maximum followers per process: half of its sockets. */
const MAX_OF_PROCESS = 4000;
const RETRY_AFTER = 30;

/** An event for all followers of its organisation. */
export interface SharedEvent {
  position: number;
  cursor: string;
  /** Null for an event that was changed outside Laurel. */
  event: LaurelEvent | null;
}

/** Returns the shared form of a row. */
export const toShared = (services: Services, row: EventRow): SharedEvent => ({
  position: row.position,
  cursor: cursorOf(placeAfter(row)),
  event: isShowable(services, row) ? projectEvent(services, row) : null,
});

/** State that the followers of an organisation share. */
class Room {
  readonly followers = new Set<Follower>();
  /** Last known position; null before the first poll. */
  head: number | null = null;
  /** Events after `recentAfter` up to `head`. */
  recent: SharedEvent[] = [];
  recentAfter = 0;

  add(events: readonly SharedEvent[]): void {
    this.recent = [...this.recent, ...events].slice(-RECENT);
    this.head = events.at(-1)?.position ?? this.head;
    this.recentAfter = (this.recent[0]?.position ?? (this.head ?? 0) + 1) - 1;
  }

  begin(head: number): void {
    this.head = head;
    this.recent = [];
    this.recentAfter = head;
  }
}

/** Wake-up state of one stream. Holds no events, so a client that never reads costs no memory. */
export class Follower {
  /** True for a follower that gets events within 100 ms. */
  readonly isPrompt: boolean;
  readonly #room: Room;
  #wake: (() => void) | undefined;
  #isDue = false;

  constructor(room: Room, isPrompt: boolean) {
    this.#room = room;
    this.isPrompt = isPrompt;
  }

  get head(): number | null {
    return this.#room.head;
  }

  /** Returns the events after a position; null if they must be read from the database. */
  recentAfter(position: number): readonly SharedEvent[] | null {
    const { head, recent, recentAfter } = this.#room;
    if (head === null || position < recentAfter) return null;
    return position >= head ? [] : recent.filter((event) => event.position > position);
  }

  /** Waits until there may be events or a check is due. Returns immediately if that happened since the last call. */
  async wait(): Promise<void> {
    if (!this.#isDue) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#isDue = false;
    this.#wake = undefined;
  }

  wake(): void {
    this.#isDue = true;
    this.#wake?.();
  }
}

/**
 * Polls the event logs of the followed organisations, with one statement for the process. LISTEN does not work through a connection pooler.
 */
export class EventHub {
  readonly #services: Services;
  readonly #rooms = new Map<string, Room>();
  #size = 0;
  #promptSize = 0;
  #checkedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(services: Services) {
    this.#services = services;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Adds a follower; RATE_LIMITED if the organisation or the process has too many. */
  join(organisationId: string, { isPrompt }: { isPrompt: boolean }): Follower {
    const room = this.#rooms.get(organisationId) ?? new Room();
    if (room.followers.size >= MAX_FOLLOWERS || this.#size >= MAX_OF_PROCESS)
      throw refusal('too_many_followers', { most: MAX_FOLLOWERS }, { retryAfter: RETRY_AFTER });
    this.#rooms.set(organisationId, room);
    const follower = new Follower(room, isPrompt);
    room.followers.add(follower);
    this.#size++;
    if (isPrompt) this.#promptSize++;
    if (this.#size === 1 || (isPrompt && this.#promptSize === 1)) this.#schedule();
    return follower;
  }

  leave(organisationId: string, follower: Follower): void {
    const room = this.#rooms.get(organisationId);
    if (!room?.followers.delete(follower)) return;
    this.#size--;
    if (follower.isPrompt) this.#promptSize--;
    if (room.followers.size === 0) this.#rooms.delete(organisationId);
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#wakeAll();
  }

  /** Schedules the next poll: a prompt one only if the last one succeeded. A poll in progress does so when it ends. */
  #schedule(isRead = true): void {
    if (this.#isLooking) return;
    clearTimeout(this.#timer);
    const wait = isRead && this.#promptSize > 0 ? PROMPT_POLL_MS : POLL_MS;
    this.#timer = setTimeout(() => void this.#look(), wait).unref();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    // Separate budget: the timer inherits the context of the request that created it.
    const isRead = await withAcquireBudget(() => this.#readNew()).then(
      () => true,
      () => false,
    );
    this.#isLooking = false;
    // Also while the database is unavailable.
    const now = performance.now();
    if (now - this.#checkedAt >= CHECK_MS) {
      this.#checkedAt = now;
      this.#wakeAll();
    }
    if (this.#rooms.size > 0 && !this.#isClosed) this.#schedule(isRead);
  }

  #wakeAll(): void {
    for (const { followers } of this.#rooms.values()) for (const follower of followers) follower.wake();
  }

  async #readNew(): Promise<void> {
    const organisations = [...this.#rooms.keys()];
    const heads = await database(this.#services.em())
      .selectFrom('event_heads')
      .select(['organisationId', 'position'])
      .where('organisationId', '=', sql<string>`any(${organisations}::uuid[])`)
      .execute();
    const positions = new Map(heads.map(({ organisationId, position }) => [organisationId, position]));
    for (const organisationId of organisations) {
      const room = this.#rooms.get(organisationId);
      const position = positions.get(organisationId) ?? 0;
      if (!room || position === room.head) continue;
      // New room, or restored log: followers read pages from the database.
      if (room.head === null || position < room.head) room.begin(position);
      else await this.#readPages(organisationId, room, room.head);
      for (const follower of room.followers) follower.wake();
    }
  }

  async #readPages(organisationId: string, room: Room, head: number): Promise<void> {
    let position = head;
    for (let page = 0; page < PAGES; page++) {
      const read = { organisationId, after: { position, mark: '' }, types: undefined, limit: PAGE };
      const { rows } = await readEvents(this.#services.em(), read);
      room.add(rows.map((row) => toShared(this.#services, row)));
      position = rows.at(-1)?.position ?? position;
      if (rows.length < PAGE) return;
    }
  }
}
