import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';

/** The reason why the process can't serve now, or null. */
export type Readiness = () => Promise<string | null>;

/** Ready: the database answers. That it can be used was seen before: waitForDatabase. */
export function makeReadiness({ em }: Pick<Services, 'em'>): Readiness {
  return async () => {
    try {
      await sql`select 1`.execute(database(em()));
      return null;
    } catch {
      return 'the database does not answer';
    }
  };
}
