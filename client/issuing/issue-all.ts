import { pause } from '../abort.ts';
import { isLaurelError } from '../errors.ts';
import type { Client, CreatedBatch, IssueAllOptions, IssueAllResult, IssueAllRow as Row } from '../operations.ts';
import { delayAfter, isTemporary } from '../retry.ts';
import { contentKey } from './batch-key.ts';
import { groupRows, type RowGroup } from './batches.ts';
import { nameRow, nameRows } from './name-rows.ts';

type Creation = Client['batches']['create'];

/** Maximum rows of a batch (specification 4.6). */
const MAX_ROWS = 1000;
/** Longest pause in ms that the server did not ask for. */
const LONGEST_PAUSE = 30_000;
/** Time in ms for which an outage is waited for. Waiting for a rate limit has no limit. */
const LONGEST_OUTAGE = 5 * 60_000;

/** Issues a certificate for each row. One batch follows the other, because the server checks batches of an organisation one by one. */
export async function issueAll(
  create: Creation,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: IssueAllOptions,
): Promise<IssueAllResult> {
  const { batchSize = MAX_ROWS, runId, signal, onProgress, onWait, ...common } = options;
  refuseOptions(batchSize, runId);
  signal?.throwIfAborted();
  const result: IssueAllResult = { batches: [], certificates: 0, credits: { consumed: 0, remaining: undefined } };
  let batches = 0;
  for await (const group of groupRows(rows, batchSize, signal)) {
    const answer = await createBatch(create, group, common, options, batches);
    const batch = answer.warnings
      ? { ...answer, warnings: answer.warnings.map((one) => nameRow(one as never, group.first)) as never }
      : answer;
    batches += 1;
    if (!common.dryRun) result.batches.push(batch.batchId);
    result.certificates += batch.total;
    result.credits.consumed += batch.credits.consumed;
    result.credits.remaining = batch.credits.remaining;
    await onProgress?.({ batch, firstRow: group.first, batches, certificates: result.certificates });
    signal?.throwIfAborted();
  }
  return result;
}

function refuseOptions(batchSize: number, runId: string | undefined): void {
  if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > MAX_ROWS)
    throw new RangeError(`batchSize: not a size. Use a whole number from 1 to ${MAX_ROWS}.`);
  if (runId !== undefined && !/^[\x20-\x7e]{1,200}$/.test(runId))
    throw new TypeError('runId: not a name. Use 1 to 200 printable ASCII characters.');
}

/** Creates a batch, as often as it takes. The key lets it happen once. */
async function createBatch(
  create: Creation,
  { first, rows }: RowGroup,
  common: Omit<Parameters<Creation['mutate']>[0], 'recipients'>,
  { runId, signal, onWait }: IssueAllOptions,
  index: number,
): Promise<CreatedBatch> {
  const input = { ...common, recipients: rows };
  const idempotencyKey = runId === undefined ? await contentKey({ index, input }) : `${runId} ${index}`;
  let outage: number | undefined;
  for (let failures = 0; ; failures++) {
    try {
      return await create.mutate(input, { context: { idempotencyKey }, ...(signal && { signal }) });
    } catch (error) {
      if (signal?.aborted || !isLaurelError(error)) throw error;
      const isLimit = isLaurelError(error, 'RATE_LIMITED');
      outage = isLimit ? undefined : (outage ?? Date.now());
      // A wrong address is reported at once: the client has retried it already.
      const isWrong = index === 0 && isLaurelError(error, 'NO_RESPONSE', 'UNEXPECTED_RESPONSE');
      if (isWrong || !isTemporary(error) || (outage !== undefined && Date.now() - outage > LONGEST_OUTAGE))
        throw nameRows(error, first);
      const wait = Math.max((error.retryAfter ?? 0) * 1000, Math.min(LONGEST_PAUSE, delayAfter(error, failures)));
      onWait?.({ seconds: Math.ceil(wait / 1000), error });
      await pause(wait, signal);
    }
  }
}
