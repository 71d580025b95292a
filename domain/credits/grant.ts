import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import type { Actor, DomainContext } from '../context.ts';

/** Adds credits, with the ledger entry, which names nobody where the product itself gives back. A REFUND names the certificate that it is for; the ledger takes one of each. */
export async function grantCredits(
  em: EntityManager,
  context: DomainContext & { actor?: Actor },
  amount: number,
  entry: { kind: 'GRANT' | 'REFUND'; certificateId?: string; note?: string | undefined },
): Promise<{ balance: number }> {
  const { rows } = await sql<{ balance: string }>`
    with entry as (
      insert into credit_entries (organisation_id, id, kind, amount, certificate_id, note, created_at, actor_id,
        actor_name)
      values (${context.organisationId}, ${uuidv7()}, ${entry.kind}, ${amount}, ${entry.certificateId ?? null}, ${entry.note ?? null}, ${context.now()},
        ${context.actor?.id ?? null}, ${context.actor?.name ?? null})
    )
    insert into credit_balances (organisation_id, balance) values (${context.organisationId}, ${amount})
    on conflict (organisation_id) do update set balance = credit_balances.balance + excluded.balance
    returning balance`.execute(database(em));
  return { balance: Number(rows[0]?.balance) };
}
