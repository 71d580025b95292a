import type { LogFiles } from '../../../domain/ports/log-destinations.ts';
import type { S3Address } from '../s3/address.ts';
import { openBucket } from '../s3/bucket.ts';

/** Opens a bucket for files. With `retain`, nobody can delete lasting files for that number of days. */
export function openLogBucket(address: S3Address): LogFiles {
  const bucket = openBucket(address);
  return {
    get: bucket.get,
    create: (path, content, { lasting }) => bucket.create(path, content, { locked: lasting }),
    replace: bucket.put,
    async lastName(directory, after, pattern) {
      const start = `${directory}/`;
      let last: string | null = null;
      for (let read: string | undefined = start + after; read !== undefined; ) {
        const names = await bucket.namesAfter(start, read);
        const matching = names.map((name) => name.slice(start.length)).filter((name) => pattern.test(name));
        last = matching.at(-1) ?? last;
        read = names.at(-1);
      }
      return last;
    },
    // Deleting a locked object would only hide it behind a marker.
    remove: async (path) => (address.retainDays === null ? bucket.remove(path) : undefined),
  };
}
