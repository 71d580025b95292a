import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type Head, NoteError, openNote, parseHead, parseVerifierKey, verifierKey } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';

export type LogKey = Services['logSigner'];

/** A stored and published head of the log. */
export interface SignedHead extends Head {
  /** A C2SP checkpoint. */
  checkpoint: string;
}

/** Returns the content of a checkpoint. Throws NoteError unless this installation's log has signed it. */
export function openHead({ origin, signer }: LogKey, checkpoint: string): SignedHead {
  const head = parseHead(openNote(checkpoint, [parseVerifierKey(verifierKey(signer))]));
  if (head.origin !== origin) throw new NoteError(`It is a head of ${head.origin}, not of ${origin}`);
  return { size: head.size, root: head.root, checkpoint };
}

/** Returns the newest stored head with the time of its last leaves; null before the first one is signed. */
export async function newestHead(em: EntityManager, key: LogKey): Promise<(SignedHead & { createdAt: Date }) | null> {
  const row = await database(em)
    .selectFrom('log_heads')
    .select(['checkpoint', 'createdAt'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...openHead(key, row.checkpoint), createdAt: row.createdAt } : null;
}

/** Stores a head. The database rejects one that is not larger than all previous ones. */
export async function storeHead(em: EntityManager, { size, checkpoint }: SignedHead, createdAt: Date): Promise<void> {
  await database(em).insertInto('log_heads').values({ size, checkpoint, createdAt }).execute();
}

/** Returns a description of a head for messages. */
export const describeHead = ({ origin }: LogKey, { size, root }: Head): string =>
  `${origin} of ${size} entries with root ${root.toString('base64')}`;
