import { createHash } from 'node:crypto';
import type { PutObjectCommandInput, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Address } from './address.ts';

/** Objects of a bucket below its prefix, by names without it. */
export interface Bucket {
  /** Null where there is none. */
  get(name: string): Promise<Uint8Array | null>;
  put(name: string, content: Uint8Array): Promise<void>;
  /** Puts an object that is not there yet; false where one is. A locked one can't be deleted for as long as the address says. */
  create(name: string, content: Uint8Array, options?: { locked?: boolean }): Promise<boolean>;
  /** The names after one, in order, that begin with a prefix: at most a thousand. */
  namesAfter(prefix: string, after: string): Promise<string[]>;
  remove(name: string): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits on a request: connecting, and waiting for the response. */
const TIMEOUTS = { connectionTimeout: 5_000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/**
 * A bucket by Amazon's client, with credentials by its usual chain (environment, profile, role of the machine). The client is
 * loaded when it is first used: it is large, and most installations have no bucket.
 */
export function openBucket(address: S3Address): Bucket {
  const { bucket: Bucket, prefix } = address;
  let opened: ReturnType<typeof openClient> | undefined;
  const s3 = () => {
    opened ??= openClient(address);
    return opened;
  };
  const put = async (name: string, content: Uint8Array, conditions: Partial<PutObjectCommandInput> = {}) => {
    const { client, PutObjectCommand } = await s3();
    const ChecksumSHA256 = createHash('sha256').update(content).digest('base64');
    const object = { Bucket, Key: prefix + name, Body: content, ChecksumSHA256, ...conditions };
    await client.send(new PutObjectCommand(object));
  };
  const exists = async (name: string) => {
    const { client, HeadObjectCommand } = await s3();
    const found = await client.send(new HeadObjectCommand({ Bucket, Key: prefix + name })).catch(nullIfMissing);
    return found !== null;
  };
  return {
    async get(name) {
      const { client, GetObjectCommand } = await s3();
      const object = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name })).catch(nullIfMissing);
      return (await object?.Body?.transformToByteArray()) ?? null;
    },
    put: (name, content) => put(name, content),
    async create(name, content, { locked = false } = {}) {
      // Not every server knows the condition, and some refuse it: so it is asked first, too.
      if (await exists(name)) return false;
      const lock = locked ? lockFor(address.retainDays) : {};
      try {
        await put(name, content, { ...lock, IfNoneMatch: '*' });
      } catch (error) {
        if (statusOf(error) === 412) return false;
        if (statusOf(error) !== 501) throw error;
        await put(name, content, lock);
      }
      return true;
    },
    async namesAfter(start, after) {
      const { client, ListObjectsV2Command } = await s3();
      const query = { Bucket, Prefix: prefix + start, StartAfter: prefix + after };
      const { Contents = [] } = await client.send(new ListObjectsV2Command(query));
      return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(prefix.length)]));
    },
    async remove(name) {
      const { client, DeleteObjectCommand } = await s3();
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }));
    },
  };
}

async function openClient({ endpoint, region }: S3Address) {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3');
  const client: S3Client = new S3Client({
    region,
    // Servers of others have buckets in the path, and don't all know the checksums that Amazon's takes as trailers.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIMEOUTS,
  });
  client.middlewareStack.add((next) => (request) => next(request).catch(explain), { step: 'initialize' });
  return { client, ...commands };
}

/** Some errors, as of HEAD, have no text: the status says more. */
function explain(error: Error): never {
  const status = statusOf(error);
  if (status !== undefined) error.message = `${error.message} (HTTP ${status})`;
  throw error;
}

const lockFor = (days: number | null): Partial<PutObjectCommandInput> =>
  days === null
    ? {}
    : { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: new Date(Date.now() + days * DAY_MS) };

const statusOf = (error: unknown): number | undefined => (error as S3ServiceException).$metadata?.httpStatusCode;

function nullIfMissing(error: unknown): null {
  // A bucket that is not there is an error, not a missing object.
  if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return null;
  throw error;
}
