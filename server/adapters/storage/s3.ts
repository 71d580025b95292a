import { create } from 'content-disposition';
import type { FileKey } from '../../../domain/ports/storage.ts';
import type { S3Address } from '../s3/address.ts';
import { openBucket } from '../s3/bucket.ts';
import { adviceOf } from '../s3/client.ts';
import type { Storage } from './storage.ts';

/** Lifetime of a presigned address. Clients follow a redirect immediately. */
const LINK_SECONDS = 300;
const TYPES: Record<string, string> = { pdf: 'application/pdf', png: 'image/png', json: 'application/vc+ld+json' };

/** Thrown if the storage is temporarily unavailable; `cause` has the reason. */
class BucketError extends Error {
  /** Code that isUnavailable recognises. */
  readonly code = 'ESTORAGE';
}

/** Stores files as objects of a bucket, named `ORGANISATION/ID/NAME` below the address's prefix. */
export function makeS3Storage(address: S3Address, { hasLinks }: { hasLinks: boolean }): Storage {
  const bucket = openBucket(address);
  const nameOf = ({ organisationId, id, name }: FileKey) => `${organisationId}/${id}/${name}`;
  return {
    async put(...files) {
      await guarded(Promise.all(files.map(({ key, content }) => bucket.put(nameOf(key), content))));
    },
    get: (key) => guarded(bucket.get(nameOf(key))),
    digest: (key) => guarded(bucket.digest(nameOf(key))),
    remove: (key) => guarded(bucket.remove(nameOf(key))),
    async removeOthers({ organisationId, id }, kept) {
      const start = `${organisationId}/${id}/`;
      for (const name of await guarded(bucket.namesAfter(start, start)))
        if (!kept.includes(name.slice(start.length))) await guarded(bucket.remove(name));
    },
    ...(hasLinks && {
      temporaryUrl: (key: FileKey, savedAs: string) => {
        const type = TYPES[key.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
        return guarded(
          bucket.link(nameOf(key), LINK_SECONDS, { type, disposition: create(savedAs, { type: 'inline' }) }),
        );
      },
    }),
    async *keys() {
      let names = await bucket.namesAfter('', '');
      while (names.length > 0) {
        for (const path of names) {
          const [organisationId, id, name, ...more] = path.split('/');
          if (organisationId && id && name && more.length === 0) yield { organisationId, id, name };
        }
        names = await bucket.namesAfter('', names.at(-1) ?? '');
      }
    },
    async check() {
      try {
        await bucket.namesAfter('', '');
        return null;
      } catch (error) {
        const advice = adviceOf(error);
        return { reason: advice ?? 'the server does not answer', detail: String(error) };
      }
    },
  };
}

async function guarded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw new BucketError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
