import type { Kysely } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement, type Tables } from '../../database/sql.ts';
import { linked } from '../audit/chain.ts';
import type { ActingContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';

/** Credits that a certificate costs. */
export const PRICE = 1;

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
  'number',
  'mac',
] as const;

/** Credits that are taken, and what for. */
export interface Debit {
  organisationId: string;
  price: number;
  entryId: string;
  /** Of the ledger's entry: negative. */
  amount: number;
  spentOnCertificate: string | null;
  spentOnBatch: string | null;
  spentAt: Date;
  actorId: string;
  actorName: string;
  entryMac: Uint8Array;
}

/**
 * Takes credits as the first part of a statement, with one ledger entry for the certificate or the whole batch, which says who
 * issued it (specification 1.2). `debit` has the balance that remains; no row where there are too few.
 */
export const withDebit = (db: Kysely<Tables>, value: Bound<Debit>) =>
  db
    .with('debit', (cte) =>
      cte
        .updateTable('credit_balances')
        .set(({ eb }) => ({ balance: eb('balance', '-', value.price), ...linked('credit_balances', value.entryMac) }))
        .where('organisationId', '=', value.organisationId)
        .where('balance', '>=', value.price)
        .returning(['balance', 'entries']),
    )
    .with('entry', (cte) =>
      cte
        .insertInto('credit_entries')
        .columns(ENTRY_COLUMNS)
        .expression(({ selectFrom, val }) =>
          selectFrom('debit').select([
            val('DEBIT').as('kind'),
            value.organisationId.as('organisationId'),
            value.entryId.as('id'),
            value.amount.as('amount'),
            value.spentOnCertificate.as('certificateId'),
            value.spentOnBatch.as('batchId'),
            value.spentAt.as('createdAt'),
            value.actorId.as('actorId'),
            value.actorName.as('actorName'),
            'entries as number',
            value.entryMac.as('mac'),
          ]),
        ),
    );

/** The values of `withDebit`. */
export function debitOf(
  context: ActingContext,
  price: number,
  spentOn: { certificateId: string } | { batchId: string },
): Debit {
  const { organisationId, actor } = context;
  const entry = {
    ...{ organisationId, id: newId(context.now()), kind: 'DEBIT' as const, amount: -price, note: null },
    certificateId: 'certificateId' in spentOn ? spentOn.certificateId : null,
    batchId: 'batchId' in spentOn ? spentOn.batchId : null,
    ...{ createdAt: context.now(), actorId: actor.id, actorName: actor.name },
  };
  return {
    ...{ organisationId, price, entryId: entry.id, amount: entry.amount },
    ...{ spentOnCertificate: entry.certificateId, spentOnBatch: entry.batchId, spentAt: entry.createdAt },
    ...{ actorId: actor.id, actorName: actor.name, entryMac: macOf(context, 'credit_entries', entry) },
  };
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
export function insufficientCredits(current: number, required: number): DomainError {
  return new DomainError('INSUFFICIENT_CREDITS', `${required} credits are needed, the balance is ${current}`, {
    extras: { credits: { current, required } },
  });
}
