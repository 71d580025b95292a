import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { assertAuthentic, COVERED, NotAuthenticError } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { importFileKey } from './store-file.ts';

/**
 * Returns an uploaded PDF and the picture of its first page. Throws NotAuthenticError if the file or its row was changed outside Laurel,
 * and an Error if it is missing.
 */
export async function loadImportFile(
  services: Services,
  { organisationId, digest }: { organisationId: string; digest: Uint8Array },
): Promise<{ pdf: Uint8Array; image: Uint8Array }> {
  const row = await database(services.em())
    .selectFrom('import_files')
    .select([...COVERED.import_files, 'mac'])
    .where('organisationId', '=', organisationId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  const content = row && (await services.storage.get(importFileKey(row)));
  if (!content) throw new Error(`the file ${Buffer.from(digest).toString('hex')} of an import is missing`);
  assertAuthentic(services, 'import_files', row);
  const [pdf, image] = [content.subarray(0, row.size), content.subarray(row.size)];
  if (!sha256(pdf).equals(digest) || !sha256(image).equals(row.imageDigest)) throw new NotAuthenticError('files');
  return { pdf, image };
}
