import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { NoteError, openNote, parseVerifierKey, signNote, verifierKey } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import type { LogKey } from './store-head.ts';
import type { Findings } from './types.ts';

/** Entries that were restored from a copy: from the first index up to, but excluding, the last. */
export interface RestoredRange {
  from: number;
  to: number;
  /** ISO 8601. */
  restoredAt: string;
}

/** First line of the note. No checkpoint starts with it, so neither is valid as the other. */
const TITLE = 'Laurel log restore';

/** Records the restored entries in a note signed by the log's key. */
export async function recordRange(em: EntityManager, services: Services, range: RestoredRange): Promise<void> {
  const { from: fromIndex, to: toIndex, restoredAt } = range;
  const note = signNote(`${TITLE}\n${fromIndex}\n${toIndex}\n${restoredAt}\n`, services.logSigner.signer);
  await database(em).insertInto('log_restores').values({ fromIndex, toIndex, note }).execute();
}

/** Returns the recorded ranges. Reports records that the log's key has not signed as findings. */
export async function restoredRanges(em: EntityManager, key: LogKey, findings: Findings): Promise<RestoredRange[]> {
  const rows = await database(em).selectFrom('log_restores').selectAll().orderBy('fromIndex').execute();
  return rows.flatMap(({ fromIndex: from, toIndex: to, note }) => {
    const text = signedText(key, note);
    const restoredAt = text?.split('\n')[3] ?? '';
    if (text === `${TITLE}\n${from}\n${to}\n${restoredAt}\n`) return [{ from, to, restoredAt }];
    findings.add('leaves', `The record that entries ${from} to ${to - 1} were restored is not signed by the log's key`);
    return [];
  });
}

function signedText({ signer }: LogKey, note: string): string | null {
  try {
    return openNote(note, [parseVerifierKey(verifierKey(signer))]);
  } catch (error) {
    if (error instanceof NoteError) return null;
    throw error;
  }
}
