import { setTimeout as sleep } from 'node:timers/promises';
import { pendingMigrations, withDatabase } from '../../database/migrate.ts';

const PAUSE_MS = 1_000;

interface Options {
  /** Takes the reason of the wait, for GET /ready. */
  explain(reason: string): void;
  warn(message: string): void;
  /** Ends the wait. */
  signal: AbortSignal;
}

/** Waits until every migration is applied, by the command `migrate` or by another process: the keys are in a table. */
export async function waitForMigrations(databaseUrl: string, { explain, warn, signal }: Options): Promise<void> {
  for (let said = ''; ; await sleep(PAUSE_MS, undefined, { signal })) {
    const reason = await reasonToWait(databaseUrl);
    signal.throwIfAborted();
    if (reason === null) return;
    explain(reason);
    if (reason !== said) warn(`${reason}: the process waits`);
    said = reason;
  }
}

async function reasonToWait(databaseUrl: string): Promise<string | null> {
  try {
    const pending = await withDatabase(databaseUrl, pendingMigrations);
    return pending.length === 0 ? null : `migrations are not done: ${pending.join(', ')}`;
  } catch {
    return 'the database does not answer';
  }
}
