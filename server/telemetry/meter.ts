import type { Meter, SecurityEvent } from '../../domain/ports/meter.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** Metrics and traces of a process. Null if the operator has not enabled them, and then they cost nothing. */
export interface Telemetry {
  metrics: Metrics | null;
  tracing: Tracing | null;
}

export const NO_TELEMETRY: Telemetry = { metrics: null, tracing: null };

/** Writes a line of the log that an operator can alert on. */
export type SecurityLog = (message: string, about: SecurityEvent) => void;

/** Returns the domain's interface to metrics and the security log. */
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
