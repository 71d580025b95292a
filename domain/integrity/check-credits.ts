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
 * Checks that every certificate has exactly one debit, its own or its batch's, except for imported ones. A failed certificate must have one
 * refund, all others none.
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
    .select(['c.organisationId', 'c.id', 'c.renderStatus', 'c.importPayment'])
    .select(sql<number>`count(e.id) filter (where e.kind = 'DEBIT') + count(distinct b.id)`.as('debits'))
    .select(sql<number>`count(e.id) filter (where e.kind = 'REFUND')`.as('refunds'))
    .groupBy(['c.organisationId', 'c.id']);
  // The debits of imports are checked together, and those of the allowance have none.
  const due = sql<number>`case when render_status = 'FAILED' and coalesce(import_payment, 'CREDIT') = 'CREDIT' then 1 else 0 end`;
  const expected = sql<number>`case when import_payment is null then 1 else 0 end`;
  const rows = await db
    .selectFrom(spent.as('spent'))
    .selectAll()
    .where(({ eb, or }) => or([eb('debits', '<>', expected), eb('refunds', '<>', due)]))
    .execute();
  return rows.map(({ organisationId, id, renderStatus, debits, refunds }) => ({
    invariant: 'credits',
    organisationId,
    id,
    message: `the certificate is ${renderStatus} with ${debits} debits and ${refunds} refunds`,
  }));
}

/** Checks that the debits of an organisation's imports are as many as the certificates that were paid with credits. */
export async function importViolations(services: Services): Promise<Violation[]> {
  const { rows } = await sql<{ organisationId: string; debits: number; certificates: number }>`
    select o.id as organisation_id, spent.debits, paid.certificates from organisations o,
      lateral (select coalesce(-sum(amount), 0)::int as debits from credit_entries e
        where e.organisation_id = o.id and kind = 'DEBIT' and certificate_id is null and batch_id is null) spent,
      lateral (select count(*)::int as certificates from certificates c
        where c.organisation_id = o.id and import_payment = 'CREDIT') paid
    where spent.debits <> paid.certificates`.execute(database(services.em()));
  return rows.map(({ organisationId, debits, certificates }) => ({
    ...{ invariant: 'credits', organisationId, id: null },
    message: `${debits} credits were spent on imports, but ${certificates} certificates were paid with them`,
  }));
}

/** Checks that each allowance for imports counts the certificates that used it. */
export async function allowanceViolations(services: Services): Promise<Violation[]> {
  const { rows } = await sql<{ organisationId: string; used: number | null; certificates: number }>`
    select o.id as organisation_id, a.used::int as used, counted.certificates
    from organisations o left join import_allowances a on a.organisation_id = o.id,
      lateral (select count(*)::int as certificates from certificates c
        where c.organisation_id = o.id and import_payment = 'ALLOWANCE' and not import_failed) counted
    where a.used is distinct from counted.certificates`.execute(database(services.em()));
  return rows.map(({ organisationId, used, certificates }) => ({
    ...{ invariant: 'imports', organisationId, id: null },
    message: `the allowance for imports counts ${used ?? 'nothing'}, but ${certificates} certificates used it`,
  }));
}

/** Checks that the certificate or batch of every debit exists. */
export async function orphanedDebits(services: Services): Promise<Violation[]> {
  const { rows } = await sql<{ organisationId: string; id: string }>`
    select e.organisation_id, e.id from credit_entries e
    left join certificates c on c.organisation_id = e.organisation_id and c.id = e.certificate_id
    left join batches b on b.organisation_id = e.organisation_id and b.id = e.batch_id and b.total_count = -e.amount
    where e.kind = 'DEBIT' and c.id is null and b.id is null
      and (e.certificate_id is not null or e.batch_id is not null)`.execute(database(services.em()));
  return rows.map(({ organisationId, id }) => ({
    invariant: 'credits',
    organisationId,
    id,
    message: 'the certificate or the batch of the debit is missing',
  }));
}
