import { z } from 'zod';
import { Uuid } from '../domain/shared/schemas.ts';
import { createWebhook } from '../domain/webhooks/create.ts';
import { pingWebhook } from '../domain/webhooks/ping.ts';
import { getWebhook, listDeliveries, listWebhooks } from '../domain/webhooks/read.ts';
import { replayDelivery } from '../domain/webhooks/replay.ts';
import { rotateSecret } from '../domain/webhooks/rotate-secret.ts';
import { CreateWebhook, Delivery, UpdateWebhook, Webhook, WebhookId } from '../domain/webhooks/schemas.ts';
import { deleteWebhook, updateWebhook } from '../domain/webhooks/update.ts';
import { NoInput, router, withScope } from './base.ts';

const manages = () => withScope('webhooks:manage');

export type { WebhookPayload } from '../domain/webhooks/project-payload.ts';

/** Webhooks, for people in the dashboard. API keys do not have the permission, and REST does not have these operations. */
export const webhooks = router({
  list: manages()
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
