import type { JobPayloads } from '../../database/queue.ts';
import type { Services } from '../context.ts';

/** Removes the files of deleted certificates from the storage. */
export async function removeCertificateFiles(
  { storage }: Pick<Services, 'storage'>,
  { organisationId, certificateIds }: JobPayloads['delete-certificate-files'],
): Promise<void> {
  for (const id of certificateIds.split(' ')) await storage.removeOthers({ organisationId, id }, []);
}
