import { failRendering } from '../../domain/certificates/fail-rendering.ts';
import { renderCertificate } from '../../domain/certificates/render.ts';
import type { Services } from '../../domain/context.ts';
import { task } from '../task.ts';

export const renderCertificateTask = (services: Services) =>
  task<'render-certificate'>(services, { run: renderCertificate, giveUp: failRendering, attempts: 4 });
