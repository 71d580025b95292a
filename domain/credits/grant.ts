import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { firstLink, linked } from '../audit/link-chain.ts';
import type { Actor, DomainContext } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';

const ENTRY_COLUMNS = [
  ...(['organisationId', 'id', 'kind', 'amount', 'certificateId', 'batchId', 'note'] as const),
  ...(['actorId', 'actorName', 'createdAt', 'mac'] as const),
] as const;

/**
 * Adds credits and their ledger entry. Only the balance of a sandbox can also be lowered. Automatic refunds name no actor. A REFUND names
 * its certificate, and the ledger accepts one per certificate.
 */
export async function grantCredits(
  em: EntityManager,
  context: DomainContext & { actor?: Actor },
  amount: number,
  entry: { kind: 'GRANT' | 'REFUND'; certificateId?: string; note?: string | undefined },
): Promise<{ balance: number }> {
  const { organisationId, actor } = context;
  const row = {
    ...{ organisationId, id: newId(context.now()), kind: entry.kind, amount, batchId: null },
    ...{ certificateId: entry.certificateId ?? null, note: entry.note ?? null },
    ...{ createdAt: context.now(), actorId: actor?.id ?? null, actorName: actor?.name ?? null },
  };
  const mac = macOf(context, 'credit_entries', row);
  return database(em)
    .with('head', (db) =>
      db
        .insertInto('credit_balances')
        // A first entry is never negative, but PostgreSQL checks the row before it finds the existing one.
        .values({
          organisationId,
          balance: Math.max(0, amount),
          ...firstLink(context, 'credit_balances', organisationId, mac),
        })
        .onConflict((conflict) =>
          conflict.column('organisationId').doUpdateSet(({ eb }) => ({
            balance: eb('credit_balances.balance', '+', amount),
            ...linked('credit_balances', sql.val(mac)),
          })),
        )
        .returning(['balance', 'entries']),
    )
    .with('entry', (db) =>
      db
        .insertInto('credit_entries')
        .columns([...ENTRY_COLUMNS, 'number'])
        .expression(({ selectFrom }) =>
          selectFrom('head')
            .select(ENTRY_COLUMNS.map((name) => sql.val({ ...row, mac }[name]).as(name)))
            .select('entries as number'),
        ),
    )
    .selectFrom('head')
    .select('balance')
    .executeTakeFirstOrThrow();
}
