import type { Services } from '../context.ts';
import type { FileKey } from '../ports/storage.ts';
import { randomToken } from '../shared/crypto.ts';

type Filed = { organisationId: string; fileName: string };

/** Returns a unique file name. The deletion of a file never affects a later upload. */
export const newFileName = (): string => `import-${randomToken(16).toString('hex')}.pdf`;

/** Returns the storage key of an uploaded file: the PDF, followed by the picture of its first page. */
export const importFileKey = ({ organisationId, fileName: name }: Filed): FileKey => ({
  organisationId,
  id: organisationId,
  name,
});

/** Deletes a file that was removed or never recorded. */
export const deleteImportFile = (
  services: Pick<Services, 'storage'>,
  { organisationId, name: fileName }: { organisationId: string; name: string },
): Promise<void> => services.storage.remove(importFileKey({ organisationId, fileName }));
