import { z } from 'zod';
import { enableWebhook } from '../domain/delivering/enable.ts';
import { Uuid } from '../domain/shared/schemas.ts';
import { createWebhook } from '../domain/webhooks/create.ts';
import { listWebhookStates } from '../domain/webhooks/list-states.ts';
import { pingWebhook } from '../domain/webhooks/ping.ts';
import { getWebhook, listDeliveries, listWebhooks } from '../domain/webhooks/read.ts';
import { replayDelivery } from '../domain/webhooks/replay.ts';
import { rotateSecret } from '../domain/webhooks/rotate-secret.ts';
import {
  CreateWebhook,
  Delivery,
  EnableWebhook,
  UpdateWebhook,
  Webhook,
  WebhookId,
  WebhookState,
} from '../domain/webhooks/schemas.ts';
import { deleteWebhook, updateWebhook } from '../domain/webhooks/update.ts';
import { NoInput, router, withScope } from './base.ts';

const manages = () => withScope('webhooks:manage');

export type { WebhookPayload } from '../domain/webhooks/project-payload.ts';

/** Webhooks. API keys read their state. All other operations are for people in the dashboard, and REST does not have them. */
export const webhooks = router({
  list: withScope('webhooks:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/webhooks',
        summary: 'List webhooks',
        description:
          'The webhooks of the organisation, newest first, with their state and last errors. Secrets are never shown.',
        tags: ['Webhooks'],
      },
      example: ({ webhook }) => ({ response: { webhooks: [webhook] } }),
    })
    .input(NoInput)
    .output(z.object({ webhooks: z.array(WebhookState).describe('Newest first') }))
    .query(({ ctx }) => listWebhookStates(ctx.domain)),

  listManaged: manages()
    .input(NoInput)
    .output(z.object({ webhooks: z.array(Webhook) }))
    .query(({ ctx }) => listWebhooks(ctx.domain)),

  get: manages()
    .input(WebhookId)
    .output(Webhook)
    .query(({ ctx, input }) => getWebhook(ctx.domain, input)),

  create: manages()
    .input(CreateWebhook)
    .output(z.object({ id: Uuid, secret: z.string() }))
    .mutation(({ ctx, input }) => createWebhook(ctx.domain, input)),

  update: manages()
    .input(UpdateWebhook)
    .output(Webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx.domain, input)),

  delete: manages()
    .input(WebhookId)
    .output(WebhookId)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.domain, input)),

  enable: manages()
    .input(EnableWebhook)
    .output(Webhook)
    .mutation(({ ctx, input }) => enableWebhook(ctx.domain, input)),

  rotateSecret: manages()
    .input(WebhookId)
    .output(z.object({ secret: z.string() }))
    .mutation(({ ctx, input }) => rotateSecret(ctx.domain, input)),

  ping: manages()
    .input(WebhookId)
    .output(z.object({ deliveryId: Uuid }))
    .mutation(({ ctx, input }) => pingWebhook(ctx.domain, input)),

  deliveries: manages()
    .input(WebhookId)
    .output(z.object({ deliveries: z.array(Delivery) }))
    .query(async ({ ctx, input }) => ({ deliveries: await listDeliveries(ctx.domain, input) })),

  replay: manages()
    .input(z.strictObject({ deliveryId: Uuid }))
    .output(z.object({ deliveryId: Uuid }))
    .mutation(async ({ ctx, input }) => {
      await replayDelivery(ctx.domain, input);
      return input;
    }),
});
