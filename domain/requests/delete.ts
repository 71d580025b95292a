import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/** Deletes the requests about a certificate that gets another address. They belong to the former recipient. */
export async function deleteRequests(
  em: EntityManager,
  { organisationId, id: certificateId }: { organisationId: string; id: string },
): Promise<void> {
  await database(em)
    .deleteFrom('correction_requests')
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', certificateId)
    .execute();
}
