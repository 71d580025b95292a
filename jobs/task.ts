import type { JobHelpers, Task } from 'graphile-worker';
import { type JobName, type JobPayloads, MAX_ATTEMPTS } from '../database/queue.ts';
import type { Services } from '../domain/context.ts';
import { NotAuthenticError } from '../domain/shared/authentic-rows.ts';

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
      if (error instanceof NotAuthenticError) return refuse(services, job.task_identifier, payload, error);
      if (job.attempts < last) throw error;
      logger.error(`job ${job.id} given up: ${error instanceof Error ? error.stack : String(error)}`);
      await giveUp?.(services, ids);
    }
  };
}

/** Ends a job without its effect, and without what follows a failure: a refund for a forged row would be another forgery. */
function refuse({ meter }: Services, job: string, payload: unknown, { message }: NotAuthenticError): void {
  const { organisationId, ...ids } = payload as Readonly<Record<string, string>>;
  const [id] = Object.entries(ids).find(([name]) => name.endsWith('Id')) ?? [];
  meter.security(`a job was refused: ${message}`, {
    job,
    ...(organisationId !== undefined && { organisationId }),
    ...(id !== undefined && { id: ids[id] ?? '' }),
  });
}
