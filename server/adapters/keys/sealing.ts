import { z } from 'zod';
import type { Row } from '../../../database/sql.ts';
import { ConfigError } from '../../config.ts';
import { decrypt, deriveKey, encrypt } from './encryption.ts';
import { type Ring, RingKey } from './ring-key.ts';

export type KeyRow = Row<'keys'>;

/** Thrown if rows were added, changed or removed outside the product, or if AUTH_SECRET differs. */
export class RingError extends ConfigError {}

/** Sealed content of a row. Each row holds the number of rows, so that no single row can be removed or set back. */
const Sealed = z.object({ generation: z.int(), size: z.int(), key: RingKey });
type Sealed = z.infer<typeof Sealed>;

const ringKey = (root: string): Buffer => deriveKey(root, 'laurel keys');
/** Returns the context that binds a row's seal to its place. */
const placeOf = ({ purpose, id }: { purpose: string; id: string }): Buffer => Buffer.from(`${purpose}\0${id}`);

/** Encrypts a ring into rows, with a key derived from the root, which is the value of AUTH_SECRET. */
export function sealRing({ generation, keys }: Ring, root: string): KeyRow[] {
  const encryptionKey = ringKey(root);
  return keys.map((key) => {
    const sealed: Sealed = { generation, size: keys.length, key };
    const { purpose, id, createdAt } = key;
    return { purpose, id, sealed: encrypt(encryptionKey, JSON.stringify(sealed), placeOf(key)), createdAt };
  });
}

/** Decrypts the rows into a ring. Returns null if the root opens none of them. RingError if they differ from what the product wrote. */
export function openRing(rows: readonly KeyRow[], root: string): Ring | null {
  if (rows.length === 0) return { generation: 0, keys: [] };
  const encryptionKey = ringKey(root);
  const opened = rows.map((row) => openRow(row, encryptionKey));
  if (opened.every((sealed) => sealed === null)) return null;
  const found: Sealed[] = [];
  for (const [index, sealed] of opened.entries()) {
    const row = rows[index];
    if (!sealed || sealed.key.createdAt.getTime() !== row?.createdAt.getTime())
      throw new RingError(
        `keys: the row ${row?.purpose} ${JSON.stringify(row?.id)} of this table was not written by Laurel: restore the table from a backup`,
      );
    found.push(sealed);
  }
  const generations = new Set(found.map(({ generation }) => generation));
  if (generations.size > 1 || found.some(({ size }) => size !== rows.length))
    throw new RingError(
      'keys: rows of this table were removed, or set back to an earlier state: restore the whole table from a backup',
    );
  return { generation: Math.max(...generations), keys: found.map(({ key }) => key) };
}

function openRow(row: KeyRow, encryptionKey: Buffer): Sealed | null {
  try {
    return Sealed.parse(JSON.parse(decrypt(encryptionKey, row.sealed, placeOf(row))));
  } catch {
    // Another root, or changed bytes. The caller distinguishes them.
    return null;
  }
}
