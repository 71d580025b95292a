import { z } from 'zod';

export const PURPOSES = ['signing', 'pdf', 'log', 'auth', 'pepper'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A key of the ring, as its row in the table `keys` has it under seal. Which members are null depends on the purpose. */
export const RingKey = z.object({
  purpose: z.enum(PURPOSES),
  id: z.string(),
  createdAt: z.coerce.date(),
  /** From when on it is used: until then other processes learn of it, and go on with its predecessor. */
  activeFrom: z.coerce.date(),
  /** From when on nothing new is made with it; null for the current key. */
  retiredAt: z.coerce.date().nullable(),
  /** From when on what it made must not be believed. */
  distrustedFrom: z.coerce.date().nullable(),
  /** SubjectPublicKeyInfo, PEM. */
  publicKey: z.string().nullable(),
  /** PKCS #8, PEM; null for a key in a file of the operator's. */
  privateKey: z.string().nullable(),
  /** PEM, the key's own first. */
  certificates: z.array(z.string()),
  /** A pepper's or an auth secret's value. */
  secret: z.string().nullable(),
  /** The log's: what its checkpoints are signed as. */
  origin: z.string().nullable(),
});
export type RingKey = z.infer<typeof RingKey>;

/** All keys, of every purpose. Each change makes the next generation. */
export interface Ring {
  generation: number;
  keys: readonly RingKey[];
}

/** What a new key is made of; its times come from its place in the ring (successors.ts). */
export type KeyMaterial = Omit<RingKey, 'createdAt' | 'activeFrom' | 'retiredAt' | 'distrustedFrom'>;

/** Of the keys of a purpose the current one first, then the others, newest first. */
export function keysOf({ keys }: Ring, purpose: Purpose): RingKey[] {
  return keys
    .filter((key) => key.purpose === purpose)
    .sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || b.createdAt.getTime() - a.createdAt.getTime());
}

/** One key of each purpose is current. */
export const isCurrent = ({ retiredAt }: RingKey): boolean => retiredAt === null;

/** Whether the key was made by the product or is a secret, so that every process has all of it. */
export const isWhole = ({ privateKey, secret }: KeyMaterial): boolean => privateKey !== null || secret !== null;

/** As commands print it. */
export const describeKey = (key: RingKey) => ({
  id: key.id,
  purpose: key.purpose,
  createdAt: key.createdAt.toISOString(),
  retiredAt: key.retiredAt?.toISOString() ?? null,
  distrustedFrom: key.distrustedFrom?.toISOString() ?? null,
  current: isCurrent(key),
});
