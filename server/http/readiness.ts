import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';
import { type IntegrityState, integrityState } from '../../domain/integrity/record-findings.ts';

/**
 * Returns the reason why the process can't serve now, or null. Also returns the findings of the periodic check, which do not affect
 * readiness.
 */
export type Readiness = () => Promise<{ reason: string | null; integrity: IntegrityState | null }>;

/** Returns a check that the database answers and is writable. waitForDatabase has already checked everything else. */
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
