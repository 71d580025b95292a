import { type Kysely, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement, type Tables } from '../../database/sql.ts';
import { linked } from '../audit/link-chain.ts';
import type { ActingContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';

/** Credits per certificate. */
export const PRICE = 1;

const ENTRY_COLUMNS = [
  'kind',
  'organisationId',
  'id',
  'amount',
  'certificateId',
  'batchId',
  'note',
  'createdAt',
  'actorId',
  'actorName',
  'number',
  'mac',
] as const;

/** A debit and its purpose. */
export interface Debit {
  organisationId: string;
  price: number;
  entryId: string;
  /** Amount in the ledger's entry; negative. */
  amount: number;
  spentOnCertificate: string | null;
  spentOnBatch: string | null;
  note: string | null;
  spentAt: Date;
  actorId: string;
  actorName: string;
  entryMac: Uint8Array;
}

/**
 * Spends credits in the first part of a statement. Adds one ledger entry for the certificate or batch, with the issuer's name
 * (specification 1.2). `debit` returns the remaining balance, or no row if the balance is too low.
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
            value.note.as('note'),
            value.spentAt.as('createdAt'),
            value.actorId.as('actorId'),
            value.actorName.as('actorName'),
            'entries as number',
            value.entryMac.as('mac'),
          ]),
        ),
    );

/**
 * Starts a statement without a debit, for certificates that cost nothing. `debit` returns the balance. The caller has locked the
 * organisation's allowance instead.
 */
export const withoutDebit = (db: Kysely<Tables>, value: Pick<Bound<Debit>, 'organisationId'>) =>
  db.with('debit', (cte) =>
    cte
      .selectFrom('organisations as o')
      .leftJoin('credit_balances as b', 'b.organisationId', 'o.id')
      .select(sql<number>`coalesce(b.balance, 0)`.as('balance'))
      .where('o.id', '=', value.organisationId),
  );

/** Purpose of a debit: a certificate, a batch, or an import, which the note describes. */
export type SpentOn = { certificateId: string } | { batchId: string } | { note: string };

/** Returns the values for `withDebit`. */
export function debitOf(context: ActingContext, price: number, spentOn: SpentOn): Debit {
  const { organisationId, actor } = context;
  const entry = {
    ...{ organisationId, id: newId(context.now()), kind: 'DEBIT' as const, amount: -price },
    certificateId: 'certificateId' in spentOn ? spentOn.certificateId : null,
    batchId: 'batchId' in spentOn ? spentOn.batchId : null,
    note: 'note' in spentOn ? spentOn.note : null,
    ...{ createdAt: context.now(), actorId: actor.id, actorName: actor.name },
  };
  return {
    ...{ organisationId, price, entryId: entry.id, amount: entry.amount },
    ...{ spentOnCertificate: entry.certificateId, spentOnBatch: entry.batchId, spentAt: entry.createdAt },
    note: entry.note,
    ...{ actorId: actor.id, actorName: actor.name, entryMac: macOf(context, 'credit_entries', entry) },
  };
}

const balanceOf = statement((db, { organisationId }: Bound<{ organisationId: string }>) =>
  db.selectFrom('credit_balances').select('balance').where('organisationId', '=', organisationId),
);

/** Returns the organisation's balance. */
export async function readBalance(em: EntityManager, organisationId: string): Promise<number> {
  const [row] = await balanceOf(em, { organisationId });
  return row?.balance ?? 0;
}

/** Returns the balance if it covers `amount`, without spending it; otherwise throws INSUFFICIENT_CREDITS. */
export async function requireCredits(em: EntityManager, organisationId: string, amount: number): Promise<number> {
  const balance = await readBalance(em, organisationId);
  if (balance < amount) throw insufficientCredits(balance, amount);
  return balance;
}

/** Returns a 403 error with both figures beside the error (specification 7, special body 1). */
export function insufficientCredits(current: number, required: number): DomainError {
  const needed = required === 1 ? '1 credit is' : `${required} credits are`;
  return new DomainError('INSUFFICIENT_CREDITS', `${needed} needed, the balance is ${current}`, {
    extras: { credits: { current, required } },
  });
}
