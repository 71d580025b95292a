import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/** Returns the number of the next free place in an organisation's status lists, and takes it. */
export async function takePlace(em: EntityManager, organisationId: string): Promise<number> {
  const { place } = await database(em)
    .updateTable('status_lists')
    .set({ next: sql<number>`next + 1` })
    .where('organisationId', '=', organisationId)
    .returning(sql<number>`(next - 1)`.as('place'))
    .executeTakeFirstOrThrow();
  return Number(place);
}
