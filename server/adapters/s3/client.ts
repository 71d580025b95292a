import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Address } from './address.ts';

/** Timeouts of a request: connecting, and waiting for the response. */
const TIMEOUTS = { connectionTimeout: 5_000, requestTimeout: 10_000, throwOnRequestTimeout: true };
/** Attempts per request, with growing pauses. Retries network errors, timeouts, 5xx and “slow down”. */
const ATTEMPTS = 4;

const CREDENTIALS = 'the credentials are refused: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role';
const REGION = 'the bucket is in another region: correct region=… in the address';
/** Advice for errors of S3, by code. */
const ADVICE: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist: create it, or correct its name',
  AccessDenied: 'the credentials do not allow it: grant s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject',
  InvalidAccessKeyId: CREDENTIALS,
  SignatureDoesNotMatch: CREDENTIALS,
  InvalidToken: CREDENTIALS,
  ExpiredToken: CREDENTIALS,
  CredentialsProviderError:
    'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role',
  RequestTimeTooSkewed: 'the clocks of this machine and of the server differ: synchronise them (NTP)',
  AuthorizationHeaderMalformed: REGION,
  PermanentRedirect: REGION,
};

/**
 * Opens Amazon's client, with credentials from its usual chain (environment, profile, role of the machine). It is loaded on first use,
 * because it is large and most installations have no bucket.
 */
export async function openClient({ endpoint, region }: S3Address) {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3');
  const client: S3Client = new S3Client({
    region,
    // Other servers use path-style addresses, and not all of them know the checksums that Amazon accepts as trailers.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIMEOUTS,
    maxAttempts: ATTEMPTS,
  });
  client.middlewareStack.add((next) => (request) => next(request).catch(explain), { step: 'initialize' });
  return { client, ...commands };
}

/**
 * Replaces the message of an error with advice. Without advice, adds the status, because some errors have no text, such as those of HEAD.
 */
function explain(error: Error): never {
  const status = statusOf(error);
  const advice = ADVICE[error.name];
  const code = status === undefined ? '' : `HTTP ${status}`;
  if (advice) error.message = `${advice} (${[error.name, code].filter(Boolean).join(', ')})`;
  else if (code) error.message = `${error.message} (${code})`;
  throw error;
}

export const statusOf = (error: unknown): number | undefined => (error as S3ServiceException).$metadata?.httpStatusCode;

export function nullIfMissing(error: unknown): null {
  // A missing bucket is an error, not a missing object.
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
  throw error;
}

/** Returns the message of an error that an operator can correct; null for other errors. */
export const adviceOf = (error: unknown): string | null =>
  error instanceof Error && ADVICE[error.name] ? error.message : null;
