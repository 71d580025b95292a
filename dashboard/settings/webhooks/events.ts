/** What a webhook may be told of. */
export const EVENTS = [
  { event: 'certificate.ready', about: 'A certificate is rendered, and its PDF can be downloaded.' },
  { event: 'batch.completed', about: 'Every certificate of a batch has been processed.' },
  { event: 'certificate.failed', about: 'A certificate couldn’t be rendered. Its credit is refunded.' },
  { event: 'certificate.revoked', about: 'A certificate was revoked.' },
] as const;

export type WebhookEvent = (typeof EVENTS)[number]['event'];
