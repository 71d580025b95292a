import type { Services } from '../../domain/context.ts';
import { deliverWebhook } from '../../domain/webhooks/deliver.ts';
import { task } from '../task.ts';

/** One attempt at the receiver; what may fail here is our own side, such as the database. */
export const deliverWebhookTask = (services: Services) =>
  task<'deliver-webhook'>(services, { run: deliverWebhook, attempts: 10 });
