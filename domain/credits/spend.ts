import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import type { ActingContext } from '../context.ts';
import { DomainError } from '../errors.ts';

/**
 * Takes `amount` credits in the caller's transaction, with one ledger entry for the certificate or the whole batch, which
 * says who issued it; gives what remains (specification 1.2).
 */
export async function spendCredits(
  em: EntityManager,
  context: ActingContext,
  amount: number,
  spentOn: { certificateId: string } | { batchId: string },
): Promise<number> {
  const { certificateId = null, batchId = null } = spentOn as { certificateId?: string; batchId?: string };
  const { rows } = await sql<{ balance: string }>`
    with debit as (
      update credit_balances set balance = balance - ${amount}
      where organisation_id = ${context.organisationId} and balance >= ${amount} returning balance
    ), entry as (
      insert into credit_entries (organisation_id, id, kind, amount, certificate_id, batch_id, created_at,
        actor_id, actor_name)
      select ${context.organisationId}::uuid, ${uuidv7()}::uuid, 'DEBIT', ${-amount}::bigint, ${certificateId}::uuid,
             ${batchId}::uuid, ${context.now()}::timestamptz, ${context.actor.id}::text, ${context.actor.name}::text
      from debit
    )
    select balance from debit`.execute(database(em));
  const [row] = rows;
  if (!row) throw insufficientCredits(await readBalance(em, context.organisationId), amount);
  return Number(row.balance);
}

/** The organisation's credits now. */
export async function readBalance(em: EntityManager, organisationId: string): Promise<number> {
  const { rows } = await sql<{ balance: string }>`
    select balance from credit_balances where organisation_id = ${organisationId}`.execute(database(em));
  return Number(rows[0]?.balance ?? 0);
}

/** Gives the balance where `amount` could be spent now, and spends nothing. */
export async function requireCredits(em: EntityManager, organisationId: string, amount: number): Promise<number> {
  const balance = await readBalance(em, organisationId);
  if (balance < amount) throw insufficientCredits(balance, amount);
  return balance;
}

/** 403 with both figures beside the error (specification 7, special body 1). */
function insufficientCredits(current: number, required: number): DomainError {
  return new DomainError('INSUFFICIENT_CREDITS', `${required} credits are needed, the balance is ${current}`, {
    extras: { credits: { current, required } },
  });
}
