import { LockMode } from '@mikro-orm/core';
import { Certificate } from '../../database/entities/certificate.ts';
import type { Services } from '../context.ts';
import type { FileStatement } from '../seals/parse-statement.ts';

type Key = Pick<Certificate, 'organisationId' | 'id'>;

/**
 * Deletes files of former editions, except those with the given names. Other files stay, because another rendering of the certificate may
 * just be storing them.
 */
export async function removeEditions(
  { storage }: Pick<Services, 'storage'>,
  { organisationId, id }: Key,
  editions: readonly FileStatement[],
  kept: readonly string[],
): Promise<void> {
  const names = editions.flatMap(({ pdfSha256, imageSha256, credentialSha256 }) => [
    ...[`${pdfSha256}.pdf`, `${imageSha256}.png`, `${credentialSha256}.json`],
  ]);
  for (const name of new Set(names)) if (!kept.includes(name)) await storage.remove({ organisationId, id, name });
}

/** Deletes files of an interrupted first rendering. A certificate that was changed since may have other files, and keeps all. */
export async function removeInterrupted(services: Services, { organisationId, id }: Key, kept: readonly string[]) {
  await services.em().transactional(async (em) => {
    const row = await em.findOne(Certificate, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (row?.renderStatus === 'COMPLETED' && row.statementNumber === 0)
      await services.storage.removeOthers({ organisationId, id }, kept);
  });
}
