import { contentPolicy } from '../policy.ts';

/** Additional directive for a certificate's page, whose script reports uses of a button. */
export const COUNTING = { 'connect-src': "'self'" };

/** Returns the policy of a public page. It allows nothing from other origins. The issuer's logo is served from this origin, too. */
export const pagePolicy = (more: Record<string, string> = {}): string =>
  contentPolicy({
    'style-src': "'unsafe-inline'",
    'script-src': "'self'",
    'img-src': "'self'",
    'font-src': "'self'",
    ...more,
  });
