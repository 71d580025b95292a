import { enqueue } from '../../database/queue.ts';
import type { Services } from '../context.ts';

const PAUSE_MS = 60_000;

/** Queues a rendering anew, with all of its attempts: for when something that it needs can't be had now, whatever the certificate. */
export async function postponeRendering(
  services: Services,
  payload: { organisationId: string; certificateId: string },
): Promise<void> {
  const runAt = new Date(services.now().getTime() + PAUSE_MS);
  await enqueue(services.em(), 'render-certificate', [{ payload, runAt }]);
}
