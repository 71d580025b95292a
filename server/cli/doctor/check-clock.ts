import type { Services } from '../../../domain/context.ts';
import { clockError, databaseTime } from '../../startup/clock.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** Difference that a network and a busy machine do not explain, in ms. */
const NOTABLE_MS = 1_000;
/** Difference with which S3 refuses requests, and TLS certificates are judged wrongly, in ms. */
const HARMFUL_MS = 5 * 60_000;
const REMEDY = 'synchronise both machines (NTP)';

/** Compares this machine's clock with PostgreSQL's, which rules follow. */
export async function checkClock(em: Services['em']): Promise<Finding> {
  const { ms, uncertainty } = await clockError(() => databaseTime(em()));
  const size = Math.abs(ms);
  const difference = `this machine is ${(size / 1000).toFixed(1)} s ${ms > 0 ? 'ahead of' : 'behind'} PostgreSQL`;
  if (size - uncertainty >= HARMFUL_MS) return broken(`${difference}: ${REMEDY}`);
  if (size - uncertainty >= NOTABLE_MS) return warning(`${difference}, whose time Laurel uses: ${REMEDY}`);
  return ok(`agrees with PostgreSQL to ${Math.ceil(Math.max(size, uncertainty))} ms`);
}
