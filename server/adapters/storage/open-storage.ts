import type { Services } from '../../../domain/context.ts';
import type { FileStorage } from '../../../domain/ports/storage.ts';
import type { StorageAddress } from './address.ts';
import { withFallback } from './fallback.ts';
import { makeFileStorage } from './file.ts';
import { makePostgresStorage } from './postgres.ts';
import { makeS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Opens the storage at an address. It connects on first use. */
export function openStorage(address: StorageAddress, em: Services['em']): Storage {
  if (address.kind === 's3') return makeS3Storage(address.s3, address);
  return address.kind === 'directory' ? makeFileStorage(address.directory) : makePostgresStorage(em);
}

/** Opens the storage of the first address, with the second one as its fallback. */
export function openStorages([first, other]: readonly StorageAddress[], em: Services['em']): FileStorage {
  if (!first) throw new Error('no storage');
  return other ? withFallback(openStorage(first, em), openStorage(other, em)) : openStorage(first, em);
}
