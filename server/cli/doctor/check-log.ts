import { sql } from 'kysely';
import { database } from '../../../database/sql.ts';
import type { Services } from '../../../domain/context.ts';
import { verifyLog } from '../../../domain/log/verify-log.ts';
import { broken, type Finding, ok, warning, worstOf } from './finding.ts';

/** Time after which the rest of a large log is left to `log verify`, in ms. */
const READING_MS = 20_000;
/** Entries by which a copy may be behind while it is being made. */
const BEHIND = 10_000;

class LongLog extends Error {}

/** Checks the whole log, as `log verify` does, and that the copies of LOG_HEADS follow it. */
export async function checkLog(services: Services): Promise<Finding> {
  const giveUp = performance.now() + READING_MS;
  const report = await verifyLog(services, [], async () => {
    if (performance.now() > giveUp) throw new LongLog();
  }).catch((error: unknown) => {
    if (error instanceof LongLog) return null;
    throw error;
  });
  if (!report) return warning(`not read to its end within ${READING_MS / 1000} s: run log verify`);
  const { findingCount, findings, unread, size, heads, lost } = report;
  const [first] = findings;
  return worstOf([
    ...(first ? [broken(`${findingCount} findings, the first: ${first.message}: run log verify`)] : []),
    ...unread.map(({ address, reason }) => broken(`LOG_HEADS: ${address} can't be read (${reason})`)),
    ...(lost > 0 ? [warning(`${lost} entries were restored from a copy without their statements`)] : []),
    ...(await copyFindings(services, size)),
    ok(`whole and consistent: size ${size}, compared heads ${heads}, ${copiesOf(services)}`),
  ]);
}

const copiesOf = ({ logDestinations: { length } }: Services): string =>
  length === 0 ? 'without copies (LOG_HEADS)' : `with ${length} ${length === 1 ? 'copy' : 'copies'}`;

/** Reports configured copies that are missing or far behind. */
async function copyFindings({ em, logDestinations }: Services, size: number): Promise<Finding[]> {
  const places = logDestinations.map(({ address }) => address);
  if (places.length === 0) return [];
  const { rows } = await sql<{ place: string; size: number }>`
    select place, size::float8 as size from log_copies where place = any(${places}::text[])`.execute(database(em()));
  return places.flatMap((place): Finding[] => {
    const copied = rows.find((row) => row.place === place)?.size ?? -1;
    if (size > 0 && copied < 0)
      return [warning(`LOG_HEADS: nothing was copied to ${place} yet: start a worker with it`)];
    return copied < size - BEHIND ? [warning(`LOG_HEADS: ${place} has ${copied} of ${size} entries`)] : [];
  });
}
