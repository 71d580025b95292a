import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { REQUEST_COLUMNS, type RequestRow } from './queries.ts';

/** State of a request, for the recipient. */
export type LastRequest = Pick<RequestRow, 'status' | 'createdAt' | 'changedAt' | 'answer'>;

/** Returns the last requests about certificates by a recipient, by the ids of the certificates. */
export async function readLastRequests(
  em: EntityManager,
  services: Services,
  certificates: readonly { organisationId: string; id: string }[],
): Promise<Map<string, LastRequest>> {
  if (certificates.length === 0) return new Map();
  const rows = await database(em)
    .selectFrom('correction_requests')
    .distinctOn(['organisationId', 'certificateId'])
    .select(REQUEST_COLUMNS)
    .where(
      sql<boolean>`(organisation_id, certificate_id) in (select * from unnest(
        ${certificates.map(({ organisationId }) => organisationId)}::uuid[], ${certificates.map(({ id }) => id)}::uuid[]))`,
    )
    .orderBy('organisationId')
    .orderBy('certificateId')
    .orderBy('id', 'desc')
    .execute();
  const genuine = rows.filter((row) => isAuthentic(services, 'correction_requests', row));
  return new Map(genuine.map((row) => [row.certificateId, row]));
}
