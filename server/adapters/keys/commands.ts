import { CommandError } from '../../../domain/errors.ts';
import type { KeyRing } from './key-ring.ts';
import { makeKey } from './make-keys.ts';
import { describeKey, isCurrent, keysOf, PURPOSES, type Purpose, type Ring, type RingKey } from './ring-key.ts';
import { withSuccessor } from './successors.ts';

type Described = ReturnType<typeof describeKey>;

/** All keys, those of a purpose together, the current one first. */
export const listKeys = ({ held: { ring } }: KeyRing): Described[] =>
  PURPOSES.flatMap((purpose) => keysOf(ring, purpose)).map(describeKey);

/** Makes a new key of the purpose the current one. What its predecessors made stays good. */
export async function rotateKey(
  keyRing: KeyRing,
  { purpose, baseUrl }: { purpose: Exclude<Purpose, 'log'>; baseUrl: string },
): Promise<Described> {
  const ring = await keyRing.change(({ keys }, now) => withSuccessor(keys, makeKey(purpose, { baseUrl, now }), now));
  return describeKey(currentOf(ring, purpose));
}

/**
 * Marks a key as compromised: what it made from that time on must not be believed, and it makes nothing more. Where it is the
 * current key, a new one takes its place at once. VALIDATION_ERROR for an unknown key, the log's, a time in the future, and one
 * that is later than the mark that the key has.
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
  if (!key) throw new CommandError('--id: there is no key with this id: keys list has them');
  if (key.purpose === 'log')
    throw new CommandError("--id: is the log's key, which can't be replaced: without it the log is another log");
  if (from > now) throw new CommandError('--from: takes a time that has passed');
  if (key.distrustedFrom && from > key.distrustedFrom)
    throw new CommandError(
      `--from: the key is distrusted from ${key.distrustedFrom.toISOString()} on; takes an earlier time`,
    );
}

/** A key that was to be used for a while after its successor came is not used any more. */
const earlier = ({ retiredAt }: RingKey, now: Date): Date => (retiredAt && retiredAt < now ? retiredAt : now);

function currentOf(ring: Ring, purpose: Purpose): RingKey {
  const [current] = keysOf(ring, purpose);
  if (!current) throw new Error(`no key for ${purpose}`);
  return current;
}
