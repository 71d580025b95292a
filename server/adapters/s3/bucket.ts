import { createHash } from 'node:crypto';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import type { S3Address } from './address.ts';
import { nullIfMissing, openClient, statusOf } from './client.ts';

/** Objects of a bucket below its prefix. Names exclude the prefix. */
export interface Bucket {
  /** Returns an object's content, or null if it does not exist. */
  get(name: string): Promise<Uint8Array | null>;
  /** Puts an object, and verifies that the server stored what was sent. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Puts an object unless it exists. Returns false if it does. A locked object can't be deleted during the address's retention period. */
  create(name: string, content: Uint8Array, options?: { locked?: boolean }): Promise<boolean>;
  /** Returns the SHA-256 of a stored object, reported by the server or computed from its content. Null if it does not exist. */
  digest(name: string): Promise<Uint8Array | null>;
  /** Returns at most 1,000 names with the prefix, in order, starting after the given one. */
  namesAfter(prefix: string, after: string): Promise<string[]>;
  /** Returns a presigned address of an object, valid for `seconds`. Its response has these headers. */
  link(name: string, seconds: number, headers: { type: string; disposition: string }): Promise<string>;
  remove(name: string): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Opens a bucket with Amazon's client; see openClient. */
export function openBucket(address: S3Address): Bucket {
  const { bucket: Bucket, prefix } = address;
  let opened: ReturnType<typeof openClient> | undefined;
  const s3 = () => {
    opened ??= openClient(address);
    return opened;
  };
  const put = async (name: string, content: Uint8Array, conditions: Partial<PutObjectCommandInput> = {}) => {
    const { client, PutObjectCommand } = await s3();
    const ChecksumSHA256 = hash('sha256', content, 'base64');
    const object = { Bucket, Key: prefix + name, Body: content, ChecksumSHA256, ...conditions };
    const { ChecksumSHA256: theirs, ETag } = await client.send(new PutObjectCommand(object));
    return theirs === ChecksumSHA256 || ETag === `"${hash('md5', content, 'hex')}"`;
  };
  const get = async (name: string): Promise<Uint8Array | null> => {
    const { client, GetObjectCommand } = await s3();
    const object = await client.send(new GetObjectCommand({ Bucket, Key: prefix + name })).catch(nullIfMissing);
    return (await object?.Body?.transformToByteArray()) ?? null;
  };
  const exists = async (name: string) => {
    const { client, HeadObjectCommand } = await s3();
    const found = await client.send(new HeadObjectCommand({ Bucket, Key: prefix + name })).catch(nullIfMissing);
    return found !== null;
  };
  return {
    get,
    async put(name, content) {
      if (await put(name, content)) return;
      // The server has no checksums, or it encrypts, so the object is read back.
      const stored = await get(name);
      if (!stored || Buffer.compare(stored, content) !== 0) throw new Error('the object is not stored as it was sent');
    },
    async digest(name) {
      const { client, HeadObjectCommand } = await s3();
      const query = { Bucket, Key: prefix + name, ChecksumMode: 'ENABLED' as const };
      const found = await client.send(new HeadObjectCommand(query)).catch(nullIfMissing);
      // For multipart objects it is a hash of hashes, with the number of parts after a hyphen.
      const { ChecksumSHA256: theirs = '-' } = found ?? {};
      if (!theirs.includes('-')) return Buffer.from(theirs, 'base64');
      const content = found && (await get(name));
      return content && createHash('sha256').update(content).digest();
    },
    async create(name, content, { locked = false } = {}) {
      // Some servers ignore or refuse the condition, so existence is checked first, too.
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
    async link(name, expiresIn, { type, disposition }) {
      const [{ client, GetObjectCommand }, { getSignedUrl }] = await Promise.all([
        s3(),
        import('@aws-sdk/s3-request-presigner'),
      ]);
      const query = { ResponseContentType: type, ResponseContentDisposition: disposition };
      const object = new GetObjectCommand({ Bucket, Key: prefix + name, ...query });
      // The client knows the offset of this machine's clock from the server's answers.
      const signingDate = new Date(Date.now() + client.config.systemClockOffset);
      return getSignedUrl(client, object, { expiresIn, signingDate });
    },
    async remove(name) {
      const { client, DeleteObjectCommand } = await s3();
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }));
    },
  };
}

const hash = (name: 'md5' | 'sha256', content: Uint8Array, form: 'base64' | 'hex'): string =>
  createHash(name).update(content).digest(form);

const lockFor = (days: number | null): Partial<PutObjectCommandInput> =>
  days === null
    ? {}
    : { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: new Date(Date.now() + days * DAY_MS) };
