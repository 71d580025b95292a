import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Actor, DomainContext } from '../context.ts';

/**
 * Adds credits and their ledger entry, which names no actor where the product itself gives back. A REFUND names its
 * certificate; the ledger takes one of each.
 */
export async function grantCredits(
  em: EntityManager,
  context: DomainContext & { actor?: Actor },
  amount: number,
  entry: { kind: 'GRANT' | 'REFUND'; certificateId?: string; note?: string | undefined },
): Promise<{ balance: number }> {
  const { organisationId, actor } = context;
  return database(em)
    .with('entry', (db) =>
      db.insertInto('credit_entries').values({
        organisationId,
        id: uuidv7(),
        kind: entry.kind,
        amount,
        certificateId: entry.certificateId ?? null,
        note: entry.note ?? null,
        createdAt: context.now(),
        actorId: actor?.id ?? null,
        actorName: actor?.name ?? null,
      }),
    )
    .insertInto('credit_balances')
    .values({ organisationId, balance: amount })
    .onConflict((conflict) =>
      conflict.column('organisationId').doUpdateSet(({ eb, ref }) => ({
        balance: eb('credit_balances.balance', '+', ref('excluded.balance')),
      })),
    )
    .returning('balance')
    .executeTakeFirstOrThrow();
}
