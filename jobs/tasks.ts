import type { TaskList } from 'graphile-worker';
import type { JobPayloads, Queue } from '../database/queue.ts';
import { deleteAssetFile } from '../domain/assets/store-file.ts';
import { runBulkAction } from '../domain/bulk/run.ts';
import type { Services } from '../domain/context.ts';
import { deliverWebhook } from '../domain/delivering/deliver.ts';
import { sendMissed } from '../domain/delivering/send-missed.ts';
import { runDkimChecks } from '../domain/dkim/run-checks.ts';
import { readBounces } from '../domain/emailing/read-bounces.ts';
import { giveUpEmail, sendEmail } from '../domain/emailing/send.ts';
import { retryEmail } from '../domain/emails/retry.ts';
import { DomainError } from '../domain/errors.ts';
import { scheduleLooks } from '../domain/expiry/schedule-looks.ts';
import { deleteFontFile } from '../domain/fonts/store-file.ts';
import { deleteImportFile } from '../domain/imports/store-file.ts';
import { cleanUp } from '../domain/maintenance/clean-up.ts';
import { sendMyLink } from '../domain/my/send-link.ts';
import { deleteLogoFile } from '../domain/organisations/load-logo.ts';
import { failRendering } from '../domain/rendering/fail.ts';
import { postponeRendering } from '../domain/rendering/postpone.ts';
import { certificateRenderer } from '../domain/rendering/render.ts';
import { removeCertificateFiles } from '../domain/sandbox/remove-files.ts';
import { task } from './task.ts';

/** Attempts of jobs that need the storage or the mail server, which can be unavailable for hours. Receivers have attempts of their own. */
const ATTEMPTS = 10;

/** Returns the tasks of each queue. `mailing` are the services that wait for the mail server's pace. */
export function makeTasks(services: Services, mailing: Services): Record<Queue, TaskList> {
  const attempts = ATTEMPTS;
  return {
    renders: { 'render-certificate': renderCertificateTask(services) },
    // Has groups of its own, so that a single certificate is not completed with those of a batch.
    batch_renders: { 'render-in-turn': renderCertificateTask(services) },
    tasks: {
      'delete-logo': task<'delete-logo'>(services, { run: deleteLogoFile, attempts }),
      'delete-asset': task<'delete-asset'>(services, { run: deleteAssetFile, attempts }),
      'delete-import-file': task<'delete-import-file'>(services, { run: deleteImportFile, attempts }),
      'delete-font': task<'delete-font'>(services, { run: deleteFontFile, attempts }),
      'delete-certificate-files': task<'delete-certificate-files'>(services, { run: removeCertificateFiles, attempts }),
      // A later attempt continues where the last one ended.
      'run-bulk-action': task<'run-bulk-action'>(services, { run: runBulkAction, attempts }),
      'schedule-looks': task<'schedule-looks'>(services, { run: scheduleLooks, attempts }),
      'retry-email': task<'retry-email'>(services, { run: retryEmail, giveUp: giveUpEmail, attempts }),
      'send-my-link': task<'send-my-link'>(services, { run: sendMyLink, attempts }),
      // A later attempt continues where the last one ended.
      'send-missed': task<'send-missed'>(services, { run: sendMissed, attempts }),
      'clean-up': task<'clean-up'>(services, { run: cleanUp, attempts: 1 }),
      // The next hour is the next attempt.
      'check-dkim': task<'check-dkim'>(services, { run: runDkimChecks, attempts: 1 }),
      // The next minute is the next attempt.
      'read-bounces': task<'read-bounces'>(services, { run: readBounces, attempts: 1 }),
    },
    webhooks: { 'deliver-webhook': task<'deliver-webhook'>(services, { run: deliverWebhook, attempts }) },
    // Temporary refusals by the mail server queue another job, and use no attempt.
    own_mails: {
      'send-own-email': task<'send-own-email'>(services, {
        run: (given, payload) => sendEmail(given, payload, 'own'),
        ...{ giveUp: giveUpEmail, attempts },
      }),
    },
    mails: { 'send-email': task<'send-email'>(mailing, { run: sendEmail, giveUp: giveUpEmail, attempts }) },
  };
}

/** Returns the task that renders a certificate. Postpones it while a required timestamp is unavailable, instead of failing it. */
export function renderCertificateTask(services: Services) {
  const render = certificateRenderer(services);
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
