import type { JobHelpers, Task } from 'graphile-worker';
import { type JobName, type JobPayloads, MAX_ATTEMPTS } from '../database/queue.ts';
import type { Services } from '../domain/context.ts';

interface TaskDefinition<Name extends JobName> {
  /** One domain verb; it may run twice without harm. */
  run(services: Services, payload: JobPayloads[Name]): Promise<void>;
  /** What to do when the last attempt has failed, so that nothing stays half done. */
  giveUp?(services: Services, payload: JobPayloads[Name]): Promise<void>;
  attempts: number;
}

/** A task of Graphile Worker: runs its verb; a failure is tried again after exp(attempt) seconds, the last one is given up. */
export function task<Name extends JobName>(services: Services, { run, giveUp, attempts }: TaskDefinition<Name>): Task {
  const last = Math.min(attempts, MAX_ATTEMPTS);
  return async (payload: unknown, { job, logger }: JobHelpers) => {
    const { traceparent } = payload as { traceparent?: string };
    const ids = payload as JobPayloads[Name];
    // A process that died in the middle used an attempt up too: a payload that kills must not go round for ever.
    if (job.attempts > last) return giveUp?.(services, ids);
    try {
      await services.meter.job(job.task_identifier, traceparent, () => run(services, ids));
    } catch (error) {
      if (job.attempts < last) throw error;
      logger.error(`job ${job.id} given up: ${error instanceof Error ? error.stack : String(error)}`);
      await giveUp?.(services, ids);
    }
  };
}
