import { isCurrent, isWhole, type KeyMaterial, type Ring, type RingKey } from './ring-key.ts';

/** How often processes look for changes of the ring. */
export const POLL_MS = 5_000;
/** After this every process knows a new key, and can verify or open what was made with it. */
export const KNOWN_MS = 2 * POLL_MS;
/** Only after this is a new key used: then copies of the lists of public keys that were fetched before have expired, too. */
const ACTIVATION_MS = KNOWN_MS + 10_000;
/** A process that was not given the file of a new key yet goes on with the former one for this long. */
const OVERLAP_MS = 60 * 60 * 1000;

/** The keys with a new current one, which retires its predecessor; the first of a purpose is used at once. */
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
 * The key to use now among those of a purpose: the newest that is active; else the newest. Never one that is retired or
 * distrusted, nor one whose private part is not at hand. Null where none is left.
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

/** When the choice changes next without a change of the ring, in milliseconds from now; Infinity for never. */
export function nextChange({ keys }: Ring, now: Date): number {
  const times = keys.flatMap(({ activeFrom, retiredAt }) => [activeFrom, ...(retiredAt ? [retiredAt] : [])]);
  const waits = times.map((time) => time.getTime() - now.getTime()).filter((wait) => wait > 0);
  return Math.min(Number.POSITIVE_INFINITY, ...waits);
}
