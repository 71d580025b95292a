import type { Meter, SecurityEvent } from '../../domain/services/meter.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** What a process measures and traces; null where the operator has not asked for it, and then it costs nothing. */
export interface Telemetry {
  metrics: Metrics | null;
  tracing: Tracing | null;
}

export const NO_TELEMETRY: Telemetry = { metrics: null, tracing: null };

/** Writes a line of the log that an operator can alert on. */
export type SecurityLog = (message: string, about: SecurityEvent) => void;

/** The domain's view of it. */
export function makeMeter({ metrics, tracing }: Telemetry, report: SecurityLog = () => undefined): Meter {
  return {
    security(message, about) {
      if (about.job !== undefined) metrics?.refusedJobs.inc({ job: about.job });
      report(message, about);
    },
    creditsSpent: (amount) => metrics?.creditsSpent.inc(amount),
    async job(name, trace, work) {
      const run = tracing ? () => tracing.span(`job ${name}`, { kind: 'consumer', parent: trace }, work) : work;
      if (!metrics) return run();
      const done = metrics.jobs.startTimer({ job: name });
      try {
        const result = await run();
        done({ outcome: 'success' });
        return result;
      } catch (error) {
        done({ outcome: 'failure' });
        throw error;
      }
    },
  };
}
