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
  /** Public address with no slash at its end. */
  baseUrl: string;
  configured: ConfiguredKeys;
  /** Takes a line for the operator. */
  warn(message: string): void;
}

/** The installation's keys, as this process has them. */
export interface KeyRing {
  /** As of the last look at the database and the clock; replaced as a whole. */
  readonly held: HeldKeys;
  /** Changes the ring in the database and here; other processes follow within seconds. RingError as openKeyRing. */
  change(change: (ring: Ring, now: Date) => Ring['keys']): Promise<Ring>;
  /**
   * Follows changes of the ring from now on, until it is closed. Resolves when other processes know the key that this one
   * signs with; ConfigError where it has none. `signal` ends the wait.
   */
  follow(signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Opens the ring of the database. Configured keys that it does not know join it, and what is missing is made; processes that
 * do so at the same time agree. RingError where AUTH_SECRET does not open it, or something else has changed it.
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
      // A key that is active is known; one that is not is used already where this process has no other.
      const isKnown = signing.activeFrom <= now();
      const wait = isKnown ? 0 : waitUntilKnown(signing.createdAt, now());
      if (wait > 0)
        warn(`waits ${Math.ceil(wait / 1000)} s for other processes to learn of the signing key ${signing.id}`);
      await sleep(wait, undefined, { signal });
    },
    close: follower.close,
  };
}

/** Milliseconds until every process knows a key. A key of the future is of a clock that was set back, and as old as one look at least. */
function waitUntilKnown(createdAt: Date, now: Date): number {
  const age = now.getTime() - createdAt.getTime();
  return age < 0 ? POLL_MS : Math.max(0, KNOWN_MS - age);
}

interface Known {
  held: HeldKeys;
  mark: string;
}

/** Keeps what is known of the ring, and looks for changes of it. */
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
    if (!known) throw new Error('the ring of keys is not open');
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
    // Timers may fire a moment early.
    const wait = Math.max(Math.min(POLL_MS, nextChange(get().held.ring, now())), 5);
    timer = setTimeout(() => void tick(), wait).unref();
  };
  const tick = async () => {
    known = { ...get(), held: atTime(get().held, now()) };
    // Without the database nothing else works either, and the process says so elsewhere.
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

/** What tells two states of the table apart: each change encrypts every row anew. */
const markOf = (rows: readonly KeyRow[]): string =>
  rows.map(({ purpose, id, sealed }) => `${purpose} ${id} ${Buffer.from(sealed).toString('base64')}`).join('\n');

/** The rows' ring. RingError where it is no later state of the known one, or another AUTH_SECRET has sealed it. */
function laterRing(known: Ring, rows: readonly KeyRow[], root: string): Ring {
  const ring = openRing(rows, root);
  if (!ring) throw new RingError('AUTH_SECRET was changed: start this process again with the new value');
  if (ring.generation <= known.generation)
    throw new RingError('keys: this table was set back to an earlier state: restore the latest one from a backup');
  return ring;
}
