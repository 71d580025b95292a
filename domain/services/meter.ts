/** A refused row: its ids, and the job that would have acted on it, which is counted by its name. */
export interface SecurityEvent {
  job?: string;
  organisationId?: string;
  id?: string;
}

/** What the operator's figures and traces are made of (server/telemetry). */
export interface Meter {
  /** Reports that something was refused which the product did not write: a line of the log with `security: true`. */
  security(message: string, about: SecurityEvent): void;
  /** Credits that were spent for good: their transaction has committed. */
  creditsSpent(amount: number): void;
  /** Runs a job, as a part of the trace that it was added in. */
  job<Result>(name: string, trace: string | undefined, work: () => Promise<Result>): Promise<Result>;
}
