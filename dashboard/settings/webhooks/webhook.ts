import type { Outputs } from '../../app/session.tsx';

export type Webhook = Outputs['webhooks']['list']['webhooks'][number];
/** Entry of a webhook's log. */
export type Delivery = Outputs['webhooks']['deliveries']['deliveries'][number];
