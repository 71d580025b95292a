import { GROUP_SIZE } from '../../domain/rendering/render.ts';
import { startExpiries } from '../../jobs/expiries.ts';
import { startIntegrityChecks } from '../../jobs/integrity.ts';
import { startWorkers } from '../../jobs/runner/runner.ts';
import { startSequencer } from '../../jobs/sequencer.ts';
import type { DatabaseAddress } from './locate-database.ts';
import type { Installation } from './open-services.ts';
import type { Process } from './process.ts';

/** Starts the role `worker`. */
export async function startJobs(
  { config, log, signal, shutdown }: Process,
  { address, installation }: { address: DatabaseAddress; installation: Installation },
): Promise<void> {
  installation.warmUp();
  // Per render process, one rendering in progress and three waiting. One more group on top keeps them busy while a group is completed.
  const renders = config.RENDER_THREADS * 4 + GROUP_SIZE;
  const workers = await startWorkers(installation.services, {
    databaseUrl: address.directUrl,
    concurrency: {
      renders,
      batch_renders: renders,
      tasks: config.WORKER_CONCURRENCY,
      // Deliveries only wait for receivers, and receivers that hang must leave slots for others.
      webhooks: config.WORKER_CONCURRENCY * 5,
      mails: config.WORKER_CONCURRENCY,
      // As for webhooks. Each holds a message, so there are fewer.
      own_mails: config.WORKER_CONCURRENCY * 2,
    },
    log: (level, message) => log[level](message),
  });
  shutdown.drains.push(() => workers.stop());
  shutdown.drains.push(startSequencer(installation.services, (error) => log.warn(`log: ${messageOf(error)}`)));
  shutdown.drains.push(startExpiries(installation.services, (error) => log.warn(`expiries: ${messageOf(error)}`)));
  shutdown.drains.push(
    startIntegrityChecks(installation.services, (error) => log.warn(`integrity: ${messageOf(error)}`)),
  );
  signal.throwIfAborted();
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
