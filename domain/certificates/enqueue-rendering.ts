import type { EntityManager } from '../../database/orm.ts';
import { type CertificateKey, enqueue, type Job } from '../../database/queue.ts';
import { isSandbox } from '../shared/ids.ts';

/** Priority of renderings in sandboxes, which follow all batches. */
const SANDBOX_PRIORITY = 100;

/** Returns the name of an organisation's rendering jobs. Jobs of batches and sandboxes do not keep others waiting. */
export const renderingName = (organisationId: string, isBatch = false) =>
  isBatch || isSandbox(organisationId) ? 'render-in-turn' : 'render-certificate';

/** Returns the job that renders a certificate. */
export const renderingJob = (
  { organisationId, certificateId }: CertificateKey,
  runAt?: Date,
): Job<ReturnType<typeof renderingName>> => ({
  payload: { organisationId, certificateId },
  ...(runAt && { runAt }),
  ...(isSandbox(organisationId) && { priority: SANDBOX_PRIORITY }),
});

/** Queues the rendering of a certificate in the caller's transaction. */
export const enqueueRendering = (em: EntityManager, certificate: CertificateKey, runAt?: Date): Promise<void> =>
  enqueue(em, renderingName(certificate.organisationId), [renderingJob(certificate, runAt)]);
