import { enqueueRendering } from '../certificates/enqueue-rendering.ts';
import type { Services } from '../context.ts';

const PAUSE_MS = 60_000;

/** Queues a rendering again with all of its attempts, if something that any rendering needs is temporarily unavailable. */
export async function postponeRendering(
  services: Services,
  payload: { organisationId: string; certificateId: string },
): Promise<void> {
  const runAt = new Date(services.jobTime().getTime() + PAUSE_MS);
  await enqueueRendering(services.em(), payload, runAt);
}
