import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Address } from './address.ts';

/** Limits on a request: connecting, and waiting for the response. */
const TIMEOUTS = { connectionTimeout: 5_000, requestTimeout: 10_000, throwOnRequestTimeout: true };
/** Of a request, one after another with growing pauses: what failed on the way, time-outs, 5xx, and “slow down”. */
const ATTEMPTS = 4;

const CREDENTIALS = 'the credentials are refused: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role';
const REGION = 'the bucket is in another region: correct region=… in the address';
/** What to do about an error of S3, by its code. */
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
 * Amazon's client, with credentials by its usual chain (environment, profile, role of the machine). It is loaded with the first
 * use: it is large, and most installations have no bucket.
 */
export async function openClient({ endpoint, region }: S3Address) {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3');
  const client: S3Client = new S3Client({
    region,
    // Servers of others have buckets in the path, and don't all know the checksums that Amazon's takes as trailers.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIMEOUTS,
    maxAttempts: ATTEMPTS,
  });
  client.middlewareStack.add((next) => (request) => next(request).catch(explain), { step: 'initialize' });
  return { client, ...commands };
}

/** Says what to do; where nothing is known, the status says more than some errors, as those of HEAD, which have no text. */
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
  // A bucket that is not there is an error, not a missing object.
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
  throw error;
}

/** What an error says, if it is one that an operator can correct. */
export const adviceOf = (error: unknown): string | null =>
  error instanceof Error && ADVICE[error.name] ? error.message : null;
