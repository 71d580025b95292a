import { sql } from 'kysely';
import { pendingMigrations } from '../../database/migrate.ts';
import { database } from '../../database/sql.ts';
import type { Installation } from '../startup/open-services.ts';

/** The reason why the process can't serve now, or null. */
export type Readiness = () => Promise<string | null>;

/** Ready: the database answers and has every migration. Migrations that are done once stay done, so they are checked once. */
export function makeReadiness({ orm, services }: Installation): Readiness {
  let migrated = false;
  return async () => {
    try {
      await sql`select 1`.execute(database(services.em()));
      if (migrated) return null;
      const pending = await pendingMigrations(orm);
      migrated = pending.length === 0;
      return migrated ? null : `migrations are not done: ${pending.join(', ')}`;
    } catch {
      return 'the database does not answer';
    }
  };
}
