import { t } from '@lingui/core/macro';
import type { Webhook } from './webhook.ts';

export type WebhookEvent = Webhook['events'][number];

const ABOUT: Readonly<Record<WebhookEvent, string>> = {
  'certificate.ready': t`A certificate is rendered, and its PDF can be downloaded.`,
  'batch.completed': t`Every certificate of a batch has been processed.`,
  'certificate.failed': t`A certificate couldn’t be rendered. Its credit is refunded.`,
  'certificate.revoked': t`A certificate was revoked.`,
  'certificate.issued': t`A certificate was issued. Its files follow.`,
  'certificate.imported': t`A certificate from elsewhere was imported. Its files follow.`,
  'certificate.corrected': t`A certificate was corrected.`,
  'certificate.renewed': t`A certificate was renewed by a new one. Its files follow.`,
  'certificate.expiry_changed': t`The expiry of a certificate was changed.`,
  'certificate.reinstated': t`A revoked certificate is valid again.`,
  'certificate.bounced': t`An e-mail of a certificate didn’t reach its address.`,
  'certificate.expiring': t`A certificate expires soon.`,
  'certificate.expired': t`A certificate has expired.`,
  'template.published': t`A template has a new version.`,
  'certificate.*': t`All events of certificates, also of types that come later.`,
  'batch.*': t`All events of batches, also of types that come later.`,
  'template.*': t`All events of templates, also of types that come later.`,
  '*': t`All events, also of types that come later.`,
};

/** Event types and wildcards that a webhook can subscribe to. */
export const EVENTS = Object.entries(ABOUT).map(([event, about]) => ({ event: event as WebhookEvent, about }));
