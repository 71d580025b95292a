import { z } from 'zod';

/** `test` and `test-pdf` sign in sandboxes what `signing` and `pdf` sign otherwise. */
export const PURPOSES = ['signing', 'pdf', 'log', 'auth', 'pepper', 'test', 'test-pdf'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A key of the ring, as sealed in its row of the table `keys`. The purpose decides which members are null. */
export const RingKey = z.object({
  purpose: z.enum(PURPOSES),
  id: z.string(),
  createdAt: z.coerce.date(),
  /** Start of use. Until then other processes learn of the key and continue with its predecessor. */
  activeFrom: z.coerce.date(),
  /** Time after which the key makes nothing new; null for the current key. */
  retiredAt: z.coerce.date().nullable(),
  /** Time after which nothing that the key made must be trusted. */
  distrustedFrom: z.coerce.date().nullable(),
  /** SubjectPublicKeyInfo, PEM. */
  publicKey: z.string().nullable(),
  /** PKCS #8, PEM; null for a key in an operator's file. */
  privateKey: z.string().nullable(),
  /** PEM, the key's own certificate first. */
  certificates: z.array(z.string()),
  /** Value of a pepper or an auth secret. */
  secret: z.string().nullable(),
  /** Name with which the log's checkpoints are signed. */
  origin: z.string().nullable(),
});
export type RingKey = z.infer<typeof RingKey>;

/** Keys of all purposes. Each change creates the next generation. */
export interface Ring {
  generation: number;
  keys: readonly RingKey[];
}

/** Material of a new key. Its times follow from its place in the ring (successors.ts). */
export type KeyMaterial = Omit<RingKey, 'createdAt' | 'activeFrom' | 'retiredAt' | 'distrustedFrom'>;

/** Returns the keys of a purpose: the current one, then the rest, newest first. */
export function keysOf({ keys }: Ring, purpose: Purpose): RingKey[] {
  return keys
    .filter((key) => key.purpose === purpose)
    .sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || b.createdAt.getTime() - a.createdAt.getTime());
}

/** Returns true for the one current key of a purpose. */
export const isCurrent = ({ retiredAt }: RingKey): boolean => retiredAt === null;

/** Returns true if the ring holds all parts of the key, so that every process has them. */
export const isWhole = ({ privateKey, secret }: KeyMaterial): boolean => privateKey !== null || secret !== null;

/** Returns the form in which commands print a key. */
export const describeKey = (key: RingKey) => ({
  id: key.id,
  purpose: key.purpose,
  createdAt: key.createdAt.toISOString(),
  retiredAt: key.retiredAt?.toISOString() ?? null,
  distrustedFrom: key.distrustedFrom?.toISOString() ?? null,
  current: isCurrent(key),
});
