import { refusal } from '../errors.ts';
import { asLongWork } from '../shared/slices.ts';

/** Maximum recipients of a short check, which takes a few milliseconds and never waits. */
const SHORT = 50;
/** Maximum long checks in progress per process, one per organisation. Each holds a batch in memory. */
const MAX_RUNNING = 8;
/** Maximum waiting checks, per organisation and in total. */
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
 * Runs a check of `size` recipients. Long checks of an organisation run one after the other, so that organisations share the process.
 * RATE_LIMITED if too many of the organisation's checks wait; SERVICE_UNAVAILABLE if too many wait in total.
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

/** Starts the oldest check of an organisation without a check in progress. */
function beginNext(): void {
  if (running.size >= MAX_RUNNING) return;
  const next = waiting.find(({ organisationId }) => !running.has(organisationId));
  if (!next) return;
  waiting = waiting.filter((one) => one !== next);
  running.add(next.organisationId);
  next.begin();
}
