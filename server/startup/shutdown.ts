import type { Logger } from 'pino';

type Step = () => Promise<unknown>;

/** The steps of a shutdown, registered while the process starts. */
export interface Shutdown {
  /** Run first, all at once: requests and jobs under way finish. */
  drains: Step[];
  /** Run afterwards, one by one, the last registered first. */
  closes: Step[];
}

/** Runs every step; one that fails is logged, and the others still run. */
export async function shutDown({ drains, closes }: Shutdown, log: Logger): Promise<void> {
  const run = (step: Step) => step().catch((error: unknown) => log.error({ err: error }, 'stopping'));
  await Promise.all(drains.map(run));
  for (const close of closes.reverse()) await run(close);
}
