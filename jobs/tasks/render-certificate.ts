import type { JobPayloads } from '../../database/queue.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError } from '../../domain/errors.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { postponeRendering } from '../../domain/rendering/postpone.ts';
import { renderCertificate } from '../../domain/rendering/render.ts';
import { task } from '../task.ts';

export const renderCertificateTask = (services: Services) =>
  task<'render-certificate'>(services, { run, giveUp: failRendering, attempts: 4 });

/** A required time stamp that can't be had delays a certificate, however long that takes; it does not fail it. */
async function run(services: Services, payload: JobPayloads['render-certificate']): Promise<void> {
  try {
    await renderCertificate(services, payload);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
    await postponeRendering(services, payload);
  }
}
