import type { EntityManager } from '../../database/orm.ts';
import { type CertificateKey, enqueue, type Job } from '../../database/queue.ts';
import { isSandbox } from '../shared/ids.ts';

type Rendering = Job<'render-certificate'>;
type Schedule = Pick<Rendering, 'priority' | 'runAt'>;

/** Priority of renderings in sandboxes, which follow all others. */
const SANDBOX_PRIORITY = 100;

/** Returns the job that renders a certificate. */
export const renderingJob = (
  { organisationId, certificateId }: CertificateKey,
  schedule: Schedule = {},
): Rendering => ({
  payload: { organisationId, certificateId },
  ...schedule,
  ...(isSandbox(organisationId) && { priority: SANDBOX_PRIORITY }),
});

/** Queues the rendering of a certificate in the caller's transaction. */
export const enqueueRendering = (em: EntityManager, certificate: CertificateKey, schedule?: Schedule): Promise<void> =>
  enqueue(em, 'render-certificate', [renderingJob(certificate, schedule)]);
