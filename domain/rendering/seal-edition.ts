import type { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { forgetValues } from '../certificates/record-revision.ts';
import type { Services } from '../context.ts';
import type { ReissueStatement } from '../seals/parse-statement.ts';
import { sealChange } from '../seals/record.ts';

interface Edition {
  contents: Omit<ReissueStatement, 'version' | 'kind' | 'verificationHash' | 'previous' | 'sealedAt'>;
  /** Files that have other bytes than before, and so other addresses. None if they are the revision's first. */
  changed: 'none' | 'all' | 'credential';
}

/**
 * Seals later files of a certificate, whose row the caller's transaction has locked. The first files of a revision erase the values of
 * former ones, which are not restored any more.
 */
export async function sealEdition(
  em: EntityManager,
  services: Services,
  row: Certificate,
  { contents, changed }: Edition,
): Promise<void> {
  await sealChange(em, services, row, { kind: 'reissue', ...contents }, (each) => {
    each.credentialEdition += changed === 'none' ? 0 : 1;
    each.filesEdition += changed === 'all' ? 1 : 0;
  });
  await em.flush();
  if (changed === 'none') await forgetValues(em, services, row);
}
