import { sql } from 'kysely';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { readAddresses } from './read.ts';

type Recording = Pick<Services, 'em' | 'authenticator' | 'meter' | 'now'>;

/** Records an address as the installation's current one, unless it already is. Processes that start concurrently record it once. */
export async function recordAddress(services: Recording, url: string): Promise<void> {
  await services.em().transactional(async (em) => {
    const db = database(em);
    await sql`set local lock_timeout = '20s'`.execute(db);
    await sql`select pg_advisory_xact_lock(hashtextextended('addresses', 0))`.execute(db);
    const latest = (await readAddresses({ ...services, em: () => em })).at(-1);
    if (latest?.url === url && latest.untilAt === null) return;
    // Even after a clock was set back, an address ends after it began, and the next one begins at its end.
    const at = new Date(Math.max(services.now().getTime(), (latest?.fromAt.getTime() ?? 0) + 1));
    if (latest) {
      const { untilAt, mac } = authenticated(services, { ...latest, untilAt: latest.untilAt ?? at });
      await db.updateTable('addresses').set({ untilAt, mac }).where('number', '=', latest.number).execute();
    }
    const { number } = await db
      .selectFrom('addresses')
      .select(({ fn }) => fn.coalesce(fn.max('number'), sql<number>`0`).as('number'))
      .executeTakeFirstOrThrow();
    const row = authenticated(services, { number: number + 1, url, fromAt: latest?.untilAt ?? at, untilAt: null });
    await db.insertInto('addresses').values(row).execute();
  });
}

/** Returns the row with its code. */
function authenticated<Given extends Omit<Row<'addresses'>, 'mac'>>(services: Recording, row: Given) {
  return { ...row, mac: macOf(services, 'addresses', row) };
}
