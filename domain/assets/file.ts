import type { Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { FileKey } from '../services/storage.ts';
import { randomToken } from '../shared/crypto.ts';

type Filed = Pick<Row<'assets'>, 'organisationId' | 'fileName'>;

/** A name for the file of an upload that no other upload has. */
export const newFileName = (format: Row<'assets'>['format']): string =>
  `asset-${randomToken(16).toString('base64url')}.${format === 'png' ? 'png' : 'jpg'}`;

/** Where an asset's file is stored. */
export const assetKey = ({ organisationId, fileName: name }: Filed): FileKey => ({
  organisationId,
  id: organisationId,
  name,
});

/** Deletes the file of an asset that was removed, or never recorded. */
export const deleteAssetFile = (
  services: Pick<Services, 'storage'>,
  { organisationId, name: fileName }: { organisationId: string; name: string },
): Promise<void> => services.storage.remove(assetKey({ organisationId, fileName }));
