import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { PassName } from './types.ts';

/** Lease after which another process can take over a pass. Longer than the longest rest. */
const LEASE_MS = 15 * 60_000;
/** Interval from the end of a pass to the next. */
const EVERY_MS = { rows: 60 * 60 * 1000, files: 30 * 24 * 60 * 60 * 1000 } as const satisfies Record<PassName, number>;

/**
 * Takes or keeps a pass for this process. Returns false if another process has it or it is not due. The first turn after a start ignores
 * the current holder, which can be a killed process. Stored times are bounded: a clock that was set back delays a pass by at most one
 * lease, and so does each change of the row by SQL (see `passRunner`).
 */
export async function takeTurn(
  services: Services,
  pass: PassName,
  { holder, isFirst }: { holder: string; isFirst: boolean },
): Promise<boolean> {
  const now = services.now();
  const lease = new Date(now.getTime() + LEASE_MS);
  const due = new Date(now.getTime() - EVERY_MS[pass]);
  const { rows } = await sql`
    insert into integrity_passes as p (pass, holder, lease_until) values (${pass}, ${holder}, ${lease})
    on conflict (pass) do update set holder = excluded.holder, lease_until = excluded.lease_until
      where p.holder = excluded.holder
        or ${isFirst}
        or ((p.lease_until < ${now} or p.lease_until > ${lease})
          and (p.completed_at is null or p.completed_at < ${due} or p.completed_at > ${now}))
    returning pass`.execute(database(services.em()));
  return rows.length > 0;
}

/** Releases a pass, so that the next one is due at its time. */
export async function endTurn(services: Services, pass: PassName, holder: string): Promise<void> {
  await database(services.em())
    .updateTable('integrity_passes')
    .set({ holder: '', leaseUntil: services.now() })
    .where('pass', '=', pass)
    .where('holder', '=', holder)
    .execute();
}
