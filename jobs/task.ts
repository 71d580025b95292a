import type { JobHelpers, Task } from 'graphile-worker';
import { type JobName, type JobPayloads, MAX_ATTEMPTS } from '../database/queue.ts';
import { inOrganisation, type Services } from '../domain/context.ts';
import { NotAuthenticError } from '../domain/shared/authentic-rows.ts';
import { isSandbox } from '../domain/shared/ids.ts';

interface TaskDefinition<Name extends JobName> {
  /** Runs a domain verb, possibly twice. */
  run(services: Services, payload: JobPayloads[Name]): Promise<void>;
  /** Cleans up after the last attempt has failed. */
  giveUp?(services: Services, payload: JobPayloads[Name]): Promise<void>;
  attempts: number;
}

/**
 * Returns a task of Graphile Worker that runs a verb. A failure is retried after exp(attempt) seconds; after the last one the job is given
 * up.
 */
export function task<Name extends JobName>(services: Services, { run, giveUp, attempts }: TaskDefinition<Name>): Task {
  const last = Math.min(attempts, MAX_ATTEMPTS);
  return async (payload: unknown, { job, logger }: JobHelpers) => {
    const { traceparent } = payload as { traceparent?: string };
    const ids = payload as JobPayloads[Name];
    const own = await servicesFor(services, payload);
    // A process that died also used an attempt, so that a payload that kills processes is not retried forever.
    if (job.attempts > last) return giveUp?.(own, ids);
    try {
      await services.meter.job(job.task_identifier, traceparent, () => run(own, ids));
    } catch (error) {
      if (error instanceof NotAuthenticError) return refuse(services, job.task_identifier, payload, error);
      if (job.attempts < last) throw error;
      logger.error(`job ${job.id} given up: ${error instanceof Error ? error.stack : String(error)}`);
      await giveUp?.(own, ids);
    }
  };
}

/** Returns the services for the organisation of a job, or the given ones for a job of none. */
async function servicesFor(services: Services, payload: unknown): Promise<Services> {
  const { organisationId } = payload as { organisationId?: string };
  if (organisationId === undefined) return services;
  await services.sandboxes.load(organisationId);
  return inOrganisation(services, organisationId);
}

/** Ends a job without its effect and without cleaning up. A refund for a forged row would be another forgery. */
function refuse({ meter }: Services, job: string, payload: unknown, { message }: NotAuthenticError): void {
  const { organisationId, ...ids } = payload as Readonly<Record<string, string>>;
  // A reset deletes rows of jobs in progress.
  if (organisationId !== undefined && isSandbox(organisationId)) return;
  const [id] = Object.entries(ids).find(([name]) => name.endsWith('Id')) ?? [];
  meter.security(`a job was refused: ${message}`, {
    job,
    ...(organisationId !== undefined && { organisationId }),
    ...(id !== undefined && { id: ids[id] ?? '' }),
  });
}
