/** What the operator's figures and traces are made of (server/telemetry). */
export interface Meter {
  /** Credits that were spent for good: their transaction has committed. */
  creditsSpent(amount: number): void;
  /** Runs a job, as a part of the trace that it was added in. */
  job<Result>(name: string, trace: string | undefined, work: () => Promise<Result>): Promise<Result>;
}
