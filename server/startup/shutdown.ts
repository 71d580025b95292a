import type { Logger } from 'pino';

type Step = () => Promise<unknown>;

/** Steps of a shutdown, registered while the process starts. */
export interface Shutdown {
  /** Steps that run first and concurrently. Requests and jobs in progress finish. */
  drains: Step[];
  /** Steps that run afterwards, one by one, in reverse order of registration. */
  closes: Step[];
}

/** Runs every step. A step that fails is logged, and the remaining steps still run. */
export async function shutDown({ drains, closes }: Shutdown, log: Logger): Promise<void> {
  const run = (step: Step) => step().catch((error: unknown) => log.error({ err: error }, 'stopping'));
  await Promise.all(drains.map(run));
  for (const close of closes.reverse()) await run(close);
}
