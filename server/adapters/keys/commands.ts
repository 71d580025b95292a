import { CommandError } from '../../../domain/errors.ts';
import type { KeyRing } from './key-ring.ts';
import { makeKey } from './make-keys.ts';
import { describeKey, isCurrent, keysOf, PURPOSES, type Purpose, type Ring, type RingKey } from './ring-key.ts';
import { withSuccessor } from './successors.ts';

type Described = ReturnType<typeof describeKey>;

/** Lists all keys, grouped by purpose, the current one first. */
export const listKeys = ({ held: { ring } }: KeyRing): Described[] =>
  PURPOSES.flatMap((purpose) => keysOf(ring, purpose)).map(describeKey);

/** Replaces the current key of a purpose. Everything that its predecessors signed or encrypted stays valid. */
export async function rotateKey(
  keyRing: KeyRing,
  { purpose, baseUrl }: { purpose: Exclude<Purpose, 'log'>; baseUrl: string },
): Promise<Described> {
  const ring = await keyRing.change(({ keys }, now) => withSuccessor(keys, makeKey(purpose, { baseUrl, now }), now));
  return describeKey(currentOf(ring, purpose));
}

/**
 * Marks a key as compromised. Everything that it made from the given time on is invalid, and it makes nothing more. If it is the current
 * key, a new one replaces it immediately. VALIDATION_ERROR for an unknown key, the log's key, a future time, or a time later than an
 * existing mark.
 */
export async function distrustKey(
  keyRing: KeyRing,
  { id, from, baseUrl }: { id: string; from: Date; baseUrl: string },
): Promise<Described & { replacedBy: string | null }> {
  let successor: string | null = null;
  const ring = await keyRing.change(({ keys }, now) => {
    const key = keys.find((one) => one.id === id);
    assertMayDistrust(key, from, now);
    const marked = { ...key, distrustedFrom: from };
    const others = keys.map((one) => (one === key ? marked : one));
    if (!isCurrent(key)) return others.map((one) => (one === marked ? { ...one, retiredAt: earlier(one, now) } : one));
    const material = makeKey(key.purpose, { baseUrl, now });
    successor = material.id;
    return withSuccessor(others, material, now).map((one) => (one.id === id ? { ...one, retiredAt: now } : one));
  });
  const marked = ring.keys.find((one) => one.id === id);
  if (!marked) throw new Error(`key ${id} is gone`);
  return { ...describeKey(marked), replacedBy: successor };
}

function assertMayDistrust(key: RingKey | undefined, from: Date, now: Date): asserts key is RingKey {
  if (!key) throw new CommandError('--id: there is no key with this id: list them with keys list');
  if (key.purpose === 'log')
    throw new CommandError("--id: is the log's key, which can't be replaced: a new key would start a new log");
  if (from > now) throw new CommandError('--from: must be in the past');
  if (key.distrustedFrom && from > key.distrustedFrom)
    throw new CommandError(
      `--from: the key is already distrusted from ${key.distrustedFrom.toISOString()} on; must be an earlier time`,
    );
}

/** Returns the earlier of now and the retirement, so that a key still in use after its successor stops immediately. */
const earlier = ({ retiredAt }: RingKey, now: Date): Date => (retiredAt && retiredAt < now ? retiredAt : now);

function currentOf(ring: Ring, purpose: Purpose): RingKey {
  const [current] = keysOf(ring, purpose);
  if (!current) throw new Error(`no key for ${purpose}`);
  return current;
}
