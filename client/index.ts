export type { LaurelDetailCode, LaurelErrorCode, LaurelErrorReason } from './codes.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export {
  isLaurelError,
  isLaurelError as isApiError,
  type LaurelDetail,
  type LaurelError,
  type LaurelErrorData,
} from './errors.ts';
export type * from './operations.ts';
export { listAll } from './pages.ts';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
export { type ReadyCertificate, RenderingFailedError, type WaitOptions, waitUntilReady } from './wait-until-ready.ts';
