import { type DomainError, refusal } from '../../../domain/errors.ts';

/** Memory for all request bodies of a process. A design of the maximum size needs nearly all of it. */
const BUDGET = 300_000_000;
/** Share of one organisation while another one waits. */
const SHARE = BUDGET / 3;
/** Time after which a waiting body replaces a younger one. */
const PATIENCE_MS = 300;
const WAIT_MS = 10_000;
const MAX_WAITING = 1000;
const RETRY_AFTER = 5;
/** Size above which a body starts only if it can also finish. */
const LARGE = BUDGET / 20;

/** Memory held by a body, from its first byte to the end of its call. */
export interface Hold {
  readonly owner: string;
  /** Maximum memory that the body will need, by its announced length. */
  readonly expected: number;
  bytes: number;
  /** True while the body is arriving or waiting, so that it can be refused. */
  isOpen: boolean;
  /** Rejects if the body must make room or arrives too slowly. */
  readonly aborted: Promise<never>;
  abort(error: DomainError): void;
}

interface Waiting {
  hold: Hold;
  bytes: number;
  begin: () => void;
}

/** Holds in the order in which they were opened. */
const holds = new Set<Hold>();
const waiting = new Set<Waiting>();
/** Memory of each organisation's bodies, and its number of waiting bodies. */
const used = new Map<string, number>();
const waitingOf = new Map<string, number>();
let total = 0;

export function openHold(owner: string, expected: number): Hold {
  const { promise: aborted, reject: abort } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const hold: Hold = { owner, expected: Math.min(expected, BUDGET), bytes: 0, isOpen: true, aborted, abort };
  holds.add(hold);
  return hold;
}

/** Releases the memory once the call has ended. */
export function closeHold(hold: Hold): void {
  if (!holds.delete(hold)) return;
  for (const place of waiting) if (place.hold === hold) leave(place);
  change(used, hold.owner, -hold.bytes);
  total -= hold.bytes;
  admitWaiting();
}

/** Charges the additional memory of a body. Waits until it fits. RATE_LIMITED if the wait takes too long. */
export async function charge(hold: Hold, bytes: number): Promise<void> {
  // A body in progress continues before further bodies of its organisation start.
  const isNext = hold.bytes > 0 || !waitingOf.has(hold.owner);
  if (holds.has(hold) && isNext && fits({ hold, bytes })) return add(hold, bytes);
  if (waiting.size >= MAX_WAITING) throw tooMany();
  const { promise, resolve: begin } = Promise.withResolvers<void>();
  const place: Waiting = { hold, bytes, begin };
  waiting.add(place);
  change(waitingOf, hold.owner, 1);
  const patience = setTimeout(() => makeRoom(place), PATIENCE_MS);
  const end = setTimeout(() => hold.abort(tooMany()), WAIT_MS);
  await Promise.race([promise, hold.aborted]).finally(() => {
    clearTimeout(patience);
    clearTimeout(end);
    leave(place);
  });
}

function leave(place: Waiting): void {
  if (waiting.delete(place)) change(waitingOf, place.hold.owner, -1);
}

function change(numbers: Map<string, number>, owner: string, by: number): void {
  const now = (numbers.get(owner) ?? 0) + by;
  if (now > 0) numbers.set(owner, now);
  else numbers.delete(owner);
}

function add(hold: Hold, bytes: number): void {
  hold.bytes += bytes;
  total += bytes;
  change(used, hold.owner, bytes);
}

function fits({ hold, bytes }: Omit<Waiting, 'begin'>): boolean {
  const { owner } = hold;
  if (total + bytes > BUDGET) return false;
  if ((used.get(owner) ?? 0) + bytes > SHARE) {
    const othersWait = waiting.size > (waitingOf.get(owner) ?? 0);
    if (othersWait || total + bytes + claimedBesides(owner) > BUDGET) return false;
  }
  return hold.bytes > 0 || hold.expected < LARGE || canEnd(hold);
}

/** Returns the memory that bodies in progress of other organisations within their shares still need. */
function claimedBesides(owner: string): number {
  let claimed = 0;
  for (const other of holds)
    if (other.owner !== owner && other.isOpen && other.bytes > 0 && (used.get(other.owner) ?? 0) <= SHARE)
      claimed += Math.max(0, other.expected - other.bytes);
  return claimed;
}

/**
 * Returns true if a large body can finish along with those of its organisation in progress. Otherwise all of them could get stuck halfway.
 */
function canEnd({ owner, expected }: Hold): boolean {
  let needed = expected;
  for (const one of holds)
    if (one.owner === owner && one.bytes > 0) needed += one.isOpen ? Math.max(one.bytes, one.expected) : one.bytes;
  return needed <= BUDGET;
}

/** Admits waiting bodies, oldest first. An organisation's bodies start in order. */
function admitWaiting(): void {
  const stopped = new Set<string>();
  for (const place of waiting) {
    const { hold, bytes, begin } = place;
    const begins = hold.bytes === 0;
    if (begins && stopped.has(hold.owner)) continue;
    if (!fits(place)) {
      if (begins) stopped.add(hold.owner);
      continue;
    }
    leave(place);
    add(hold, bytes);
    begin();
  }
}

/**
 * Refuses the youngest bodies of organisations above their share until the whole body has room, and younger ones of the same organisation
 * until the part that waits has.
 */
function makeRoom(place: Waiting): void {
  const { hold } = place;
  const order = [...holds];
  const hasRoom = () => total + Math.max(place.bytes, hold.expected - hold.bytes) <= BUDGET;
  for (const other of order.toReversed()) {
    if (fits(place) && (hasRoom() || other.owner === hold.owner)) continue;
    const isYounger = hold.bytes > 0 && other.owner === hold.owner && order.indexOf(other) > order.indexOf(hold);
    const isOver = other.owner !== hold.owner && (used.get(other.owner) ?? 0) > SHARE;
    if (!other.isOpen || other.bytes === 0 || !(isYounger || isOver)) continue;
    other.abort(tooMany());
    closeHold(other);
  }
  admitWaiting();
}

const tooMany = () => refusal('uploads_busy', {}, { retryAfter: RETRY_AFTER });
