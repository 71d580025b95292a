import { isCurrent, isWhole, type KeyMaterial, type Ring, type RingKey } from './ring-key.ts';

/** Interval at which processes poll for changes of the ring. */
export const POLL_MS = 5_000;
/** Age at which every process knows a key, and can verify or open what was made with it. */
export const KNOWN_MS = 2 * POLL_MS;
/** Delay before a new key is used. By then, cached copies of the public key lists have also expired. */
const ACTIVATION_MS = KNOWN_MS + 10_000;
/** Time for which a process without the file of a new key continues with the former one. */
const OVERLAP_MS = 60 * 60 * 1000;

/** Adds a new current key, which retires its predecessor. The first key of a purpose is active immediately. */
export function withSuccessor(keys: Ring['keys'], material: KeyMaterial, now: Date): RingKey[] {
  const predecessor = keys.find((key) => key.purpose === material.purpose && isCurrent(key));
  const canWait = predecessor !== undefined && predecessor.distrustedFrom === null;
  const activeFrom = new Date(now.getTime() + (canWait ? ACTIVATION_MS : 0));
  const retiredAt = new Date(activeFrom.getTime() + (isWhole(material) ? 0 : OVERLAP_MS));
  const successor = { ...material, createdAt: now, activeFrom, retiredAt: null, distrustedFrom: null };
  return [
    ...keys.map((key) => (key === predecessor ? { ...key, retiredAt: key.retiredAt ?? retiredAt } : key)),
    successor,
  ];
}

/**
 * Returns the key of a purpose to use now: the newest active one, or the newest if none is active. Skips keys that are retired, distrusted
 * or without a private part in this process. Returns null if none remains.
 */
export function chooseKey<Key extends RingKey>(
  keys: readonly Key[],
  now: Date,
  isAtHand: (key: Key) => boolean,
): Key | null {
  const usable = keys
    .filter((key) => key.distrustedFrom === null && (key.retiredAt === null || key.retiredAt > now) && isAtHand(key))
    .sort((a, b) => b.activeFrom.getTime() - a.activeFrom.getTime());
  return usable.find(({ activeFrom }) => activeFrom <= now) ?? usable[0] ?? null;
}

/** Returns the milliseconds until time alone changes the choice of keys; Infinity for never. */
export function nextChange({ keys }: Ring, now: Date): number {
  const times = keys.flatMap(({ activeFrom, retiredAt }) => [activeFrom, ...(retiredAt ? [retiredAt] : [])]);
  const waits = times.map((time) => time.getTime() - now.getTime()).filter((wait) => wait > 0);
  return Math.min(Number.POSITIVE_INFINITY, ...waits);
}
