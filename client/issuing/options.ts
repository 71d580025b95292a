import type { LaurelError } from '../errors.ts';

/** Numbers after a batch. */
export interface ProgressOf<CreatedBatch> {
  /** Answer to this batch. Its certificates are in the order of the rows. */
  batch: CreatedBatch;
  /** Index of the first row of this batch. */
  firstRow: number;
  /** Number of batches so far. */
  batches: number;
  /** Number of certificates so far. */
  certificates: number;
}

/** Pause that the server asked for, or that follows a failure. */
export interface IssueAllWait {
  seconds: number;
  error: LaurelError;
}

/** How `issueAll` proceeds. */
interface RunOptions<CreatedBatch> {
  /** Maximum rows of a batch, 1 to 1,000. Default: 1,000. Batches are shorter if their rows are large. */
  batchSize?: number | undefined;
  /**
   * Name of this run, up to 200 printable ASCII characters. A run with the same name issues no batch twice within 24 hours, and rejects
   * with IDEMPOTENCY_CONFLICT if its rows differ. By default the content names the run, so that the same rows are issued once within 24
   * hours.
   */
  runId?: string | undefined;
  /** Stops between batches or during one. A later run with the same rows continues. */
  signal?: AbortSignal | undefined;
  /** Called after each batch. The next batch waits for its promise. */
  onProgress?: ((progress: ProgressOf<CreatedBatch>) => void | Promise<void>) | undefined;
  /** Called before each pause. */
  onWait?: ((wait: IssueAllWait) => void) | undefined;
}

export interface IssueAllResult {
  /** Ids of the batches, in order. Empty after a dry run. */
  batches: string[];
  /** Number of certificates; after a dry run, of valid rows. */
  certificates: number;
  credits: {
    /** Credits that all batches cost, with those of an earlier run that was continued. */
    consumed: number;
    /** Balance after the last batch that was created. Undefined without rows. */
    remaining: number | undefined;
  };
}

/** Input of a batch. */
interface BatchInput {
  recipients: readonly unknown[];
}

/** Row of `issueAll`: a recipient of a batch. */
export type RowOf<Batch extends BatchInput> = Batch['recipients'][number];

/** Options of `issueAll`: those of all its batches, and how it proceeds. */
export type OptionsOf<Batch extends BatchInput, CreatedBatch> = Omit<Batch, 'recipients'> & RunOptions<CreatedBatch>;

/**
 * Issues a certificate for each row, in batches. Waits for rate limits and short outages. Rejects with a LaurelError whose paths name the
 * row, for example `rows[1234].variables.name`. Batches before it stay issued, and a repeated run continues after them.
 */
export type IssueAllBy<Batch extends BatchInput, CreatedBatch> = (
  rows: Iterable<RowOf<Batch>> | AsyncIterable<RowOf<Batch>>,
  options: OptionsOf<Batch, CreatedBatch>,
) => Promise<IssueAllResult>;
