import type { Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { FileKey } from '../ports/storage.ts';
import { randomToken, sha256 } from '../shared/crypto.ts';

type Filed = Pick<Row<'assets'>, 'organisationId' | 'fileName'>;

/** Returns a unique file name that contains the SHA-256 of the file's content. */
export const newFileName = (format: Row<'assets'>['format'], content: Uint8Array): string =>
  `asset-${randomToken(12).toString('hex')}-${sha256(content).toString('hex')}.${format === 'png' ? 'png' : 'jpg'}`;

/** Returns true if the content has the digest in the file's name. */
export const isNamedFor = (fileName: string, content: Uint8Array): boolean =>
  fileName.includes(`-${sha256(content).toString('hex')}.`);

/** Returns the storage key of an asset's file. */
export const assetKey = ({ organisationId, fileName: name }: Filed): FileKey => ({
  organisationId,
  id: organisationId,
  name,
});

/** Deletes the file of an asset that was removed or never recorded. */
export const deleteAssetFile = (
  services: Pick<Services, 'storage'>,
  { organisationId, name: fileName }: { organisationId: string; name: string },
): Promise<void> => services.storage.remove(assetKey({ organisationId, fileName }));
