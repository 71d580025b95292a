import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { parseLeaf } from '../../proof/log/index.ts';
import { leafOf } from './encode-statement.ts';

interface StatementKey {
  organisationId: string;
  certificateId: string;
  number: number;
}

/** Returns statements without a leaf, by their digest in a leaf. They can have been logged after the restored state was saved. */
export async function waitingLeaves(em: EntityManager): Promise<Map<string, StatementKey>> {
  const rows = await database(em)
    .selectFrom('seals as s')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 's.organisationId').onRef('c.id', '=', 's.certificateId'),
    )
    .select(['s.organisationId', 's.certificateId', 's.number', 's.statement', 'c.proofSalt as salt'])
    .where('s.logIndex', 'is', null)
    .where(sql<boolean>`not is_sandbox(s.organisation_id)`)
    .execute();
  return new Map(
    rows.flatMap(({ statement, salt, ...row }) => {
      const leaf = leafOf({ statement, salt }, new Date(0));
      const digest = leaf && parseLeaf(leaf)?.statement;
      return digest ? [[digest, row] as const] : [];
    }),
  );
}
