import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { pageOf } from '../shared/pages.ts';
import { iso } from '../shared/schemas.ts';

interface ListedOrganisation {
  id: string;
  organizationName: string | null;
  /** Credits left. */
  credits: number;
  createdAt: string;
}

/** Returns a page of the installation's organisations, newest first and without sandboxes, on an operator's command. */
export async function listOrganisations(
  services: Pick<Services, 'em'>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ organisations: ListedOrganisation[]; nextCursor: string | null }> {
  let query = database(services.em())
    .selectFrom('organisations as o')
    .leftJoin('credit_balances as c', 'c.organisationId', 'o.id')
    .select(['o.id', 'o.organizationName', 'o.createdAt', 'c.balance'])
    .where(sql<boolean>`not is_sandbox(o.id)`)
    .orderBy('o.id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where('o.id', '<', cursor);
  const { page, nextCursor } = pageOf(await query.execute(), limit);
  return {
    organisations: page.map(({ id, organizationName, balance, createdAt }) => ({
      id,
      organizationName,
      credits: balance ?? 0,
      createdAt: iso(createdAt),
    })),
    nextCursor,
  };
}
