import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';

/** The reason why the process can't serve now, or null. */
export type Readiness = () => Promise<string | null>;

/** Ready: the database answers, and takes changes. That it can be used in all else was seen before: waitForDatabase. */
export function makeReadiness({ em }: Pick<Services, 'em'>): Readiness {
  return async () => {
    try {
      const { rows } = await sql<{ mode: string }>`select current_setting('transaction_read_only') as mode`.execute(
        database(em()),
      );
      return rows[0]?.mode === 'on' ? 'the database is read-only' : null;
    } catch {
      return 'the database does not answer';
    }
  };
}
