/** A rejected row: its ids and the job that would have processed it. Events are counted by the job's name. */
export interface SecurityEvent {
  job?: string;
  organisationId?: string;
  id?: string;
}

/** Recorder of the operator's metrics and traces (server/telemetry). */
export interface Meter {
  /** Reports a row that was rejected because it was changed outside Laurel, as a log line with `security: true`. */
  security(message: string, about: SecurityEvent): void;
  /** Counts spent credits, after their transaction has committed. */
  creditsSpent(amount: number): void;
  /** Runs a job as part of the trace in which it was enqueued. */
  job<Result>(name: string, trace: string | undefined, work: () => Promise<Result>): Promise<Result>;
}
