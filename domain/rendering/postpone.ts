import { enqueueLater } from '../../database/queue.ts';
import type { Services } from '../context.ts';

const PAUSE_MS = 60_000;

/** Queues a rendering anew, with all of its attempts: for when something that it needs can't be had now, whatever the certificate. */
export async function postponeRendering(
  services: Services,
  payload: { organisationId: string; certificateId: string },
): Promise<void> {
  await enqueueLater(services.em(), 'render-certificate', { payload }, PAUSE_MS);
}
