import type { Services } from '../../domain/context.ts';
import { deliverWebhook } from '../../domain/webhooks/deliver.ts';
import { task } from '../task.ts';

/** Makes one attempt to reach the receiver. The attempts of the job are for failures on our side, such as the database. */
export const deliverWebhookTask = (services: Services) =>
  task<'deliver-webhook'>(services, { run: deliverWebhook, attempts: 10 });
