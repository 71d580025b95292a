import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { PAGE, recordPage } from './record-page.ts';
import { runExpiriesOfSandboxes } from './run-sandbox.ts';

/** `expiries` in ASCII, as a bigint. */
const EXPIRIES_LOCK = '7311146993704203635';
/** Longest run in ms. The transaction with the lock is idle for this time, which ends after 30 s. */
const LONGEST_MS = 15_000;

/**
 * Records the notices that are due, page by page, each page in its own transaction. One run of all processes takes place at a time; returns
 * false during another one. A run that is interrupted loses nothing.
 */
export async function runExpiries(services: Services, signal?: AbortSignal): Promise<boolean> {
  return services.em().transactional(async (em) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(${EXPIRIES_LOCK}::bigint) as is_locked`.execute(database(em));
    if (!rows[0]?.isLocked) return false;
    const noticed = new Map<string, number>();
    const end = performance.now() + LONGEST_MS;
    while (!signal?.aborted && performance.now() < end) {
      const seen = await recordPage(services, { noticed });
      if (seen < PAGE) break;
    }
    if (!signal?.aborted) await runExpiriesOfSandboxes(services);
    return true;
  });
}
