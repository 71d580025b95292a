import { refusal } from '../errors.ts';
import { asLongWork } from '../shared/slices.ts';

/** Recipients up to which a check is short: it takes some milliseconds, and does not wait. */
const SHORT = 50;
/** Long checks in progress in a process, one for each organisation; each has a batch in memory. */
const MAX_RUNNING = 8;
/** Long checks that wait: of one organisation, and of all. */
const MAX_WAITING_OF_ONE = 10;
const MAX_WAITING = 100;
const RETRY_AFTER = 2;

interface Waiting {
  organisationId: string;
  begin: () => void;
}

const running = new Set<string>();
let waiting: Waiting[] = [];

/**
 * Runs a check of `size` recipients. Long ones of an organisation run one after the other, so that they share the process with
 * those of others. RATE_LIMITED if too many of the organisation wait, SERVICE_UNAVAILABLE if too many of all do.
 */
export async function inTurn<Result>(
  organisationId: string,
  size: number,
  check: () => Promise<Result>,
): Promise<Result> {
  if (size <= SHORT) return check();
  const own = waiting.filter((one) => one.organisationId === organisationId).length;
  if (own >= MAX_WAITING_OF_ONE) throw refusal('checks_busy', { count: own }, { retryAfter: RETRY_AFTER });
  if (waiting.length >= MAX_WAITING) throw refusal('overloaded', {}, { retryAfter: RETRY_AFTER });
  const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
  waiting.push({ organisationId, begin });
  beginNext();
  return asLongWork(async () => {
    await turn;
    try {
      return await check();
    } finally {
      running.delete(organisationId);
      beginNext();
    }
  });
}

/** Begins the oldest check of an organisation that has none in progress. */
function beginNext(): void {
  if (running.size >= MAX_RUNNING) return;
  const next = waiting.find(({ organisationId }) => !running.has(organisationId));
  if (!next) return;
  waiting = waiting.filter((one) => one !== next);
  running.add(next.organisationId);
  next.begin();
}
