import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { ActingContext } from '../context.ts';
import { DomainError } from '../errors.ts';

const ENTRY_COLUMNS = [
  'kind',
  'organisationId',
  'id',
  'amount',
  'certificateId',
  'batchId',
  'createdAt',
  'actorId',
  'actorName',
] as const;

/** Every certificate and every batch runs this one: built once. */
const debit = statement(
  (
    db,
    value: Bound<{
      organisationId: string;
      price: number;
      id: string;
      amount: number;
      certificateId: string | null;
      batchId: string | null;
      createdAt: Date;
      actorId: string;
      actorName: string;
    }>,
  ) =>
    db
      .with('debit', () =>
        db
          .updateTable('credit_balances')
          .set(({ eb }) => ({ balance: eb('balance', '-', value.price) }))
          .where('organisationId', '=', value.organisationId)
          .where('balance', '>=', value.price)
          .returning('balance'),
      )
      .with('entry', (cte) =>
        cte
          .insertInto('credit_entries')
          .columns(ENTRY_COLUMNS)
          .expression(({ selectFrom, val }) =>
            selectFrom('debit').select([
              val('DEBIT').as('kind'),
              value.organisationId.as('organisationId'),
              value.id.as('id'),
              value.amount.as('amount'),
              value.certificateId.as('certificateId'),
              value.batchId.as('batchId'),
              value.createdAt.as('createdAt'),
              value.actorId.as('actorId'),
              value.actorName.as('actorName'),
            ]),
          ),
      )
      .selectFrom('debit')
      .select('balance'),
);

/**
 * Takes `amount` credits in the caller's transaction, with one ledger entry for the certificate or the whole batch, which
 * says who issued it; gives what remains (specification 1.2).
 */
export async function spendCredits(
  em: EntityManager,
  { organisationId, actor, now }: ActingContext,
  amount: number,
  spentOn: { certificateId: string } | { batchId: string },
): Promise<number> {
  const [row] = await debit(em, {
    organisationId,
    price: amount,
    id: uuidv7(),
    amount: -amount,
    certificateId: null,
    batchId: null,
    ...spentOn,
    createdAt: now(),
    actorId: actor.id,
    actorName: actor.name,
  });
  if (!row) throw insufficientCredits(await readBalance(em, organisationId), amount);
  return row.balance;
}

const balanceOf = statement((db, { organisationId }: Bound<{ organisationId: string }>) =>
  db.selectFrom('credit_balances').select('balance').where('organisationId', '=', organisationId),
);

/** The organisation's credits now. */
export async function readBalance(em: EntityManager, organisationId: string): Promise<number> {
  const [row] = await balanceOf(em, { organisationId });
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
