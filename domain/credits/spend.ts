import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
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
  const { organisationId, actor } = context;
  const row = await database(em)
    .with('debit', (db) =>
      db
        .updateTable('credit_balances')
        .set(({ eb }) => ({ balance: eb('balance', '-', amount) }))
        .where('organisationId', '=', organisationId)
        .where('balance', '>=', amount)
        .returning('balance'),
    )
    .with('entry', (db) =>
      db
        .insertInto('credit_entries')
        .columns([
          'organisationId',
          'id',
          'kind',
          'amount',
          'certificateId',
          'batchId',
          'createdAt',
          'actorId',
          'actorName',
        ])
        .expression(({ selectFrom, val }) =>
          selectFrom('debit').select([
            val(organisationId).as('organisationId'),
            val(uuidv7()).as('id'),
            val('DEBIT').as('kind'),
            val(-amount).as('amount'),
            val(certificateId).as('certificateId'),
            val(batchId).as('batchId'),
            val(context.now()).as('createdAt'),
            val(actor.id).as('actorId'),
            val(actor.name).as('actorName'),
          ]),
        ),
    )
    .selectFrom('debit')
    .select('balance')
    .executeTakeFirst();
  if (!row) throw insufficientCredits(await readBalance(em, organisationId), amount);
  return row.balance;
}

/** The organisation's credits now. */
export async function readBalance(em: EntityManager, organisationId: string): Promise<number> {
  const row = await database(em)
    .selectFrom('credit_balances')
    .select('balance')
    .where('organisationId', '=', organisationId)
    .executeTakeFirst();
  return row?.balance ?? 0;
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
