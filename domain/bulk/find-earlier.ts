import type { EntityManager } from '../../database/orm.ts';
import { hasNoJob } from '../../database/queue.ts';
import { database, type Row } from '../../database/sql.ts';

/**
 * Returns true if an action of the same organisation was asked for earlier and is not completed. Ignores actions without a job, which are
 * never completed, such as one that was refused because SQL had changed it.
 */
export async function hasEarlier(
  em: EntityManager,
  { organisationId, id }: Pick<Row<'bulk_actions'>, 'organisationId' | 'id'>,
): Promise<boolean> {
  const earlier = await database(em)
    .selectFrom('bulk_actions as b')
    .select('b.id')
    .where('b.organisationId', '=', organisationId)
    .where('b.id', '<', id)
    .where('b.completedAt', 'is', null)
    .where('b.kind', '<>', 'DOWNLOAD')
    .where(({ not, ref }) => not(hasNoJob('run-bulk-action', 'actionId', ref('b.id'))))
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}
