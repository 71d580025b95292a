import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';
import { type IntegrityState, integrityState } from '../../domain/integrity/findings.ts';

/** The reason why the process can't serve now, or null; and what the periodic check has found, which stops nothing. */
export type Readiness = () => Promise<{ reason: string | null; integrity: IntegrityState | null }>;

/** Ready: the database answers, and takes changes. That it can be used in all else was seen before: waitForDatabase. */
export function makeReadiness({ em }: Pick<Services, 'em'>): Readiness {
  return async () => {
    try {
      const { rows } = await sql<{ mode: string }>`select current_setting('transaction_read_only') as mode`.execute(
        database(em()),
      );
      if (rows[0]?.mode === 'on') return { reason: 'the database is read-only', integrity: null };
      return { reason: null, integrity: await integrityState({ em }) };
    } catch {
      return { reason: 'the database does not answer', integrity: null };
    }
  };
}
