import type { LogFiles } from '../../../domain/context.ts';
import type { S3Address } from '../s3/address.ts';
import { openBucket } from '../s3/bucket.ts';

/** Files in a bucket. With `retain` the lasting ones can't be deleted for so many days. */
export function openLogBucket(address: S3Address): LogFiles {
  const bucket = openBucket(address);
  return {
    get: bucket.get,
    create: (path, content, { lasting }) => bucket.create(path, content, { locked: lasting }),
    replace: bucket.put,
    async lastName(directory, after) {
      const start = `${directory}/`;
      let last = start + after;
      for (;;) {
        const names = await bucket.namesAfter(start, last);
        const newest = names.at(-1);
        if (newest === undefined) break;
        last = newest;
      }
      const name = last.slice(start.length);
      return name === after ? null : name;
    },
    // Deleting a locked object would only hide it behind a marker.
    remove: async (path) => (address.retainDays === null ? bucket.remove(path) : undefined),
  };
}
