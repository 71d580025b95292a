import type { Services } from '../../domain/context.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { renderCertificate } from '../../domain/rendering/render.ts';
import { task } from '../task.ts';

export const renderCertificateTask = (services: Services) =>
  task<'render-certificate'>(services, { run: renderCertificate, giveUp: failRendering, attempts: 4 });
