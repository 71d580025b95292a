import type { Webhook } from './webhook.ts';

export type WebhookEvent = Webhook['events'][number];

const ABOUT: Readonly<Record<WebhookEvent, string>> = {
  'certificate.ready': 'A certificate is rendered, and its PDF can be downloaded.',
  'batch.completed': 'Every certificate of a batch has been processed.',
  'certificate.failed': 'A certificate couldn’t be rendered. Its credit is refunded.',
  'certificate.revoked': 'A certificate was revoked.',
  'certificate.issued': 'A certificate was issued. Its files follow.',
  'certificate.imported': 'A certificate from elsewhere was imported. Its files follow.',
  'certificate.corrected': 'A certificate was corrected.',
  'certificate.renewed': 'A certificate was renewed by a new one. Its files follow.',
  'certificate.expiry_changed': 'The expiry of a certificate was changed.',
  'certificate.reinstated': 'A revoked certificate is valid again.',
  'certificate.bounced': 'An e-mail of a certificate didn’t reach its address.',
  'certificate.expiring': 'A certificate expires soon.',
  'certificate.expired': 'A certificate has expired.',
  'template.published': 'A template has a new version.',
};

/** Event types that a webhook can subscribe to. */
export const EVENTS = Object.entries(ABOUT).map(([event, about]) => ({ event: event as WebhookEvent, about }));
