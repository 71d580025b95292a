import { apiKeys } from './api-keys.ts';
import { assets } from './assets.ts';
import { audit } from './audit.ts';
import { router } from './base.ts';
import { batches } from './batches.ts';
import { bounces } from './bounces.ts';
import { certificates } from './certificates.ts';
import { credits } from './credits.ts';
import { designs } from './designs.ts';
import { dkim } from './dkim.ts';
import { events } from './events.ts';
import { fonts } from './fonts.ts';
import { imports } from './imports.ts';
import { invitations } from './invitations.ts';
import { mailServer } from './mail-server.ts';
import { members } from './members.ts';
import { numberSeries } from './number-series.ts';
import { organisation } from './organisation.ts';
import { pictureLibrary } from './picture-library.ts';
import { recipients } from './recipients.ts';
import { requests } from './requests.ts';
import { savedFilters } from './saved-filters.ts';
import { session } from './session.ts';
import { statistics } from './statistics.ts';
import { templates } from './templates.ts';
import { testMode } from './test-mode.ts';
import { verify } from './verify.ts';
import { webhooks } from './webhooks.ts';

/** All operations of the product, native at /trpc. Those with `openapi` in their meta are also REST operations at /api/v1. */
export const appRouter = router({
  templates,
  testMode,
  certificates,
  assets,
  batches,
  bounces,
  imports,
  recipients,
  requests,
  savedFilters,
  verify,
  organisation,
  mailServer,
  dkim,
  numberSeries,
  credits,
  apiKeys,
  webhooks,
  events,
  session,
  members,
  invitations,
  audit,
  designs,
  fonts,
  pictureLibrary,
  statistics,
});
export type AppRouter = typeof appRouter;
