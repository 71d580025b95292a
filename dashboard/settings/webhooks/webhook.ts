import type { Outputs } from '../../lib/session.ts';

export type Webhook = Outputs['webhooks']['listManaged']['webhooks'][number];
/** Entry of a webhook's log. */
export type Delivery = Outputs['webhooks']['deliveries']['deliveries'][number];
