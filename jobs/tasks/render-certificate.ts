import type { JobPayloads } from '../../database/queue.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError } from '../../domain/errors.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { postponeRendering } from '../../domain/rendering/postpone.ts';
import { certificateRenderer } from '../../domain/rendering/render.ts';
import { task } from '../task.ts';

export function renderCertificateTask(services: Services) {
  const render = certificateRenderer(services);
  /** Postpones a certificate while a required timestamp is unavailable, instead of failing it. */
  const run = async (_services: Services, payload: JobPayloads['render-certificate']) => {
    try {
      await render(payload);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
      await postponeRendering(services, payload);
    }
  };
  return task<'render-certificate'>(services, { run, giveUp: failRendering, attempts: 4 });
}
