import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { timeAfterEndings } from '../audit/find-endings.ts';
import { inOrganisation, type Services } from '../context.ts';
import { isAuthentic, macOf } from '../shared/authentic-rows.ts';
import { REQUEST_COLUMNS } from './queries.ts';

/**
 * Opens the request again whose correction could not be rendered, so that a member decides again. The recipient can have asked again since;
 * then it stays as it is. The caller's transaction has locked the certificate.
 */
export async function restoreRequest(
  em: EntityManager,
  services: Services,
  { organisationId, id: certificateId, revision }: { organisationId: string; id: string; revision: number },
): Promise<void> {
  const requests = await database(em)
    .selectFrom('correction_requests')
    .select(REQUEST_COLUMNS)
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', certificateId)
    .forUpdate()
    .execute();
  const row = requests.find(({ correctedRevision }) => correctedRevision === revision);
  if (!row || requests.some(({ status }) => status === 'OPEN')) return;
  if (!isAuthentic(services, 'correction_requests', row)) return;
  const changedAt = await timeAfterEndings(em, inOrganisation(services, organisationId), row.id);
  const open = {
    ...{ status: 'OPEN' as const, changedAt, answer: null, correctedRevision: null },
    ...{ deciderId: null, deciderName: null },
  };
  await database(em)
    .updateTable('correction_requests')
    .set({ ...open, mac: macOf(services, 'correction_requests', { ...row, ...open }) })
    .where('organisationId', '=', organisationId)
    .where('id', '=', row.id)
    .execute();
}
