import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findObstacle, laterRelease, type Obstacle, poolerAdvice } from '../../database/acceptance.ts';
import { connectionFailure } from '../../database/failure.ts';
import { connectionOptions } from '../../database/pool.ts';
import { ConfigError } from '../config.ts';
import type { DatabaseAddress } from './locate-database.ts';

const LONGEST_PAUSE_MS = 5_000;
const ATTEMPT = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };

interface Options {
  /** Receives the reason of the wait, for GET /ready. */
  explain(reason: string): void;
  warn(message: string): void;
  /** Ends the wait. */
  signal: AbortSignal;
}

type Answer = { obstacle: Obstacle | null; later?: string | null } | { failure: string };

/**
 * Waits until PostgreSQL answers and is usable. The server may be restarting, and the operator can correct a wrong password, a missing
 * database, right or migration at any time. ConfigError if only a restart of this process helps. Logs each failed connection, and each
 * other reason once.
 */
export async function waitForDatabase(address: DatabaseAddress, { explain, warn, signal }: Options): Promise<void> {
  let said = '';
  for (let pause = 250; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const answer = await askDatabase(address);
    signal.throwIfAborted();
    if ('failure' in answer) {
      // The reason names hosts and users, so only the log has it.
      explain('the database does not answer');
      warn(`the database can't be used (${answer.failure}): next try in ${pause / 1000} s`);
    } else if (answer.obstacle) {
      const { reason, isFinal } = answer.obstacle;
      if (isFinal) throw new ConfigError(reason);
      explain(reason);
      if (reason !== said) warn(`${reason}: the process waits`);
      said = reason;
      pause = 500;
    } else {
      if (answer.later) warn(answer.later);
      return;
    }
    await sleep(pause, undefined, { signal });
  }
}

/** Asks PostgreSQL and its pooler once whether they are usable. Each attempt is limited to 20 s. */
export async function askDatabase({ url, directUrl, behindPooler }: DatabaseAddress): Promise<Answer> {
  const direct = await ask(directUrl, { variable: behindPooler ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL' });
  if (!behindPooler || 'failure' in direct || direct.obstacle) return direct;
  const pooled = await ask(url, { variable: 'DATABASE_URL', behindPooler });
  return 'failure' in pooled || pooled.obstacle ? pooled : direct;
}

async function ask(url: string, target: { variable: string; behindPooler?: boolean }): Promise<Answer> {
  const options = connectionOptions(url, { behindPooler: target.behindPooler ?? false });
  const client = new pg.Client({ ...options, ...ATTEMPT });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const obstacle = await findObstacle(client, target);
    return { obstacle, later: obstacle ? null : await laterRelease(client) };
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message))
      return { obstacle: { reason: poolerAdvice(target.variable), isFinal: true } };
    return { failure: connectionFailure(error) };
  } finally {
    // Not awaited: a server that hangs does not answer this either.
    client.end().catch(() => undefined);
  }
}
