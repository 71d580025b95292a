export { type ClientOptions, createClient } from './create-client.ts';
export {
  isLaurelError,
  isLaurelError as isApiError,
  type LaurelError,
  type LaurelErrorCode,
  type LaurelErrorData,
} from './errors.ts';
export type * from './operations.ts';
export { listAll } from './pages.ts';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
export { RenderingFailedError, type WaitOptions, waitUntilReady } from './wait-until-ready.ts';
