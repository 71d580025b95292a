import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '../../../database/orm.ts';
import { ConfigError } from '../../config.ts';
import type { ConfiguredKeys } from './configured.ts';
import { atTime, type HeldKeys, holdKeys, missingFiles } from './held-keys.ts';
import { joinRing } from './join-ring.ts';
import type { Ring } from './ring-key.ts';
import { type KeyRow, openRing, RingError } from './sealing.ts';
import { changeRing, type Roots, readRows } from './store.ts';
import { KNOWN_MS, nextChange, POLL_MS } from './successors.ts';

export interface KeyRingOptions {
  em(): EntityManager;
  now(): Date;
  /** Public address without a trailing slash. */
  baseUrl: string;
  configured: ConfiguredKeys;
  /** Logs a line for the operator. */
  warn(message: string): void;
}

/** Keys of the installation, as this process knows them. */
export interface KeyRing {
  /** State at the last poll of the database and the clock. Replaced as a whole. */
  readonly held: HeldKeys;
  /** Changes the ring in the database and in this process. Other processes follow within seconds. RingError as for openKeyRing. */
  change(change: (ring: Ring, now: Date) => Ring['keys']): Promise<Ring>;
  /**
   * Polls for changes of the ring until it is closed. Resolves when other processes know the key that this one signs with. ConfigError if
   * this process has no key to sign with. `signal` ends the wait.
   */
  follow(signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Opens the ring of the database. Adds configured keys that it does not know, and creates missing ones. Processes that do so concurrently
 * agree. RingError if AUTH_SECRET does not open the ring, or if the ring was changed outside Laurel.
 */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const { em, now, baseUrl, configured, warn } = options;
  const roots: Roots = { current: configured.authSecret, previous: configured.previousAuthSecret };
  const follower = makeFollower(options);
  const change: KeyRing['change'] = async (make) => {
    const changed = await changeRing(em(), roots, (ring) => make(ring, now()));
    follower.take(changed);
    return changed.ring;
  };
  await change((ring, time) => joinRing(ring, configured, { baseUrl, now: time }));
  return {
    get held() {
      return follower.held();
    },
    change,
    async follow(signal) {
      const { signing, pdf } = follower.held().inUse;
      if (!signing || !pdf) throw new ConfigError(missingFiles(follower.held()));
      follower.schedule();
      // Other processes know an active key. An inactive one is used early if this process has no other.
      const isKnown = signing.activeFrom <= now();
      const wait = isKnown ? 0 : waitUntilKnown(signing.createdAt, now());
      if (wait > 0)
        warn(`waits ${Math.ceil(wait / 1000)} s for other processes to learn of the signing key ${signing.id}`);
      await sleep(wait, undefined, { signal });
    },
    close: follower.close,
  };
}

/**
 * Returns the milliseconds until every process knows a key. A creation time in the future means that the clock was set back: one polling
 * interval is enough, because the key is known after the next poll.
 */
function waitUntilKnown(createdAt: Date, now: Date): number {
  const age = now.getTime() - createdAt.getTime();
  return age < 0 ? POLL_MS : Math.max(0, KNOWN_MS - age);
}

interface Known {
  held: HeldKeys;
  mark: string;
}

/** Holds the known state of the ring and polls for changes. */
function makeFollower({ em, now, configured, warn }: KeyRingOptions) {
  let known: Known | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let said = '';
  const sayOnce = (message: string) => {
    if (message !== '' && message !== said) warn(message);
    said = message;
  };
  const get = (): Known => {
    if (!known) throw new Error('the key ring is not open');
    return known;
  };
  const take = ({ ring, rows }: { ring: Ring; rows: KeyRow[] }) => {
    known = { held: holdKeys(ring, configured, now()), mark: markOf(rows) };
    sayOnce(missingFiles(known.held));
  };
  const look = async () => {
    const rows = await readRows(em());
    const { held, mark } = get();
    if (markOf(rows) !== mark) take({ ring: laterRing(held.ring, rows, configured.authSecret), rows });
  };
  const schedule = () => {
    if (isClosed) return;
    // Timers can fire slightly early.
    const wait = Math.max(Math.min(POLL_MS, nextChange(get().held.ring, now())), 5);
    timer = setTimeout(() => void tick(), wait).unref();
  };
  const tick = async () => {
    known = { ...get(), held: atTime(get().held, now()) };
    // Without the database nothing works, and other code reports that.
    await look().catch(
      (error: unknown) => error instanceof RingError && sayOnce(`the keys stay as they were: ${error.message}`),
    );
    schedule();
  };
  return {
    held: () => get().held,
    take,
    schedule,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Returns a mark of the table's state. Each change encrypts every row again, so two states never have the same mark. */
const markOf = (rows: readonly KeyRow[]): string =>
  rows.map(({ purpose, id, sealed }) => `${purpose} ${id} ${Buffer.from(sealed).toString('base64')}`).join('\n');

/** Opens the rows as a ring. RingError if it is not newer than the known one, or was sealed with another AUTH_SECRET. */
function laterRing(known: Ring, rows: readonly KeyRow[], root: string): Ring {
  const ring = openRing(rows, root);
  if (!ring) throw new RingError('AUTH_SECRET was changed: restart this process with the new value');
  if (ring.generation <= known.generation)
    throw new RingError('keys: this table was set back to an earlier state: restore the latest one from a backup');
  return ring;
}
