import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/**
 * Matches an organisation `o` whose own server sends its mails (domain/mailboxes/open-server.ts). Mails of sandboxes take the same queue,
 * because they need no turn of the installation's server.
 */
export const hasOwnServer = sql<boolean>`(o.smtp_host is not null and o.sender_confirmed or is_sandbox(o.id))`;

/** Returns those of the organisations whose own servers send their mails. */
export async function findOwnServers(
  em: EntityManager,
  organisationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database(em)
    .selectFrom('organisations as o')
    .select('o.id')
    .where('o.id', '=', sql<string>`any(${organisationIds}::uuid[])`)
    .where(hasOwnServer)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
