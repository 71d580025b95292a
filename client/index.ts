export type { LaurelDetailCode, LaurelErrorReason, LaurelServerCode } from './codes.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export {
  isLaurelError,
  type LaurelClientCode,
  type LaurelDetail,
  LaurelError,
  type LaurelErrorCode,
  type LaurelErrorOptions,
} from './errors.ts';
export type * from './operations.ts';
export { listAll } from './pages.ts';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
export type { VersionMismatch } from './version.ts';
export { type ReadyCertificate, RenderingFailedError, type WaitOptions, waitUntilReady } from './wait-until-ready.ts';
