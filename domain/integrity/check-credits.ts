import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { Violation } from './types.ts';

/** Checks that each balance equals the sum of its ledger. */
export async function balanceViolations(services: Services): Promise<Violation[]> {
  const balance = sql<number>`coalesce(b.balance, 0)`;
  const total = sql<string>`coalesce(sum(e.amount), 0)`;
  const rows = await database(services.em())
    .selectFrom('organisations as o')
    .leftJoin('credit_balances as b', 'b.organisationId', 'o.id')
    .leftJoin('credit_entries as e', 'e.organisationId', 'o.id')
    .select(['o.id', balance.as('balance'), total.as('total')])
    .groupBy(['o.id', 'b.balance'])
    .having(sql<boolean>`${balance} <> ${total}`)
    .execute();
  return rows.map(({ id, balance, total }) => ({
    invariant: 'credits',
    organisationId: id,
    id: null,
    message: `the balance is ${balance}, but the sum of the ledger is ${total}`,
  }));
}

/**
 * Checks that every certificate has exactly one debit, its own or its batch's. A failed certificate must have one refund, all others none.
 */
export async function debitViolations(services: Services): Promise<Violation[]> {
  const db = database(services.em());
  const spent = db
    .selectFrom('certificates as c')
    .leftJoin('credit_entries as e', (join) =>
      join.onRef('e.organisationId', '=', 'c.organisationId').onRef('e.certificateId', '=', 'c.id'),
    )
    .leftJoin('batches', (join) =>
      join.onRef('batches.organisationId', '=', 'c.organisationId').onRef('batches.id', '=', 'c.batchId'),
    )
    .leftJoin('credit_entries as b', (join) =>
      join
        .onRef('b.organisationId', '=', 'c.organisationId')
        .onRef('b.batchId', '=', 'c.batchId')
        .on('b.kind', '=', 'DEBIT')
        .on('b.amount', '=', sql<number>`-batches.total_count`),
    )
    .select(['c.organisationId', 'c.id', 'c.renderStatus'])
    .select(sql<number>`count(e.id) filter (where e.kind = 'DEBIT') + count(distinct b.id)`.as('debits'))
    .select(sql<number>`count(e.id) filter (where e.kind = 'REFUND')`.as('refunds'))
    .groupBy(['c.organisationId', 'c.id']);
  const due = sql<number>`case render_status when 'FAILED' then 1 else 0 end`;
  const rows = await db
    .selectFrom(spent.as('spent'))
    .selectAll()
    .where(({ eb, or }) => or([eb('debits', '<>', 1), eb('refunds', '<>', due)]))
    .execute();
  return rows.map(({ organisationId, id, renderStatus, debits, refunds }) => ({
    invariant: 'credits',
    organisationId,
    id,
    message: `the certificate is ${renderStatus} with ${debits} debits and ${refunds} refunds`,
  }));
}

/** Checks that the certificate or batch of every debit exists. */
export async function orphanedDebits(services: Services): Promise<Violation[]> {
  const { rows } = await sql<{ organisationId: string; id: string }>`
    select e.organisation_id, e.id from credit_entries e
    left join certificates c on c.organisation_id = e.organisation_id and c.id = e.certificate_id
    left join batches b on b.organisation_id = e.organisation_id and b.id = e.batch_id and b.total_count = -e.amount
    where e.kind = 'DEBIT' and c.id is null and b.id is null`.execute(database(services.em()));
  return rows.map(({ organisationId, id }) => ({
    invariant: 'credits',
    organisationId,
    id,
    message: 'the certificate or the batch of the debit is missing',
  }));
}
