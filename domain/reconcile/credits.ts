import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import type { Breach } from './breach.ts';

/** Balance = sum of the ledger. */
export async function balanceBreaches(services: Services): Promise<Breach[]> {
  const { rows } = await sql<{ id: string; balance: string; total: string }>`
    select o.id, coalesce(b.balance, 0) as balance, coalesce(sum(e.amount), 0) as total
    from organisations o
    left join credit_balances b on b.organisation_id = o.id
    left join credit_entries e on e.organisation_id = o.id
    group by o.id, b.balance
    having coalesce(b.balance, 0) <> coalesce(sum(e.amount), 0)`.execute(database(services.em()));
  return rows.map(({ id, balance, total }) => ({
    invariant: 'credits',
    organisationId: id,
    id: null,
    message: `the balance is ${balance}, the ledger's sum ${total}`,
  }));
}

/** Every certificate has exactly one debit, its own or its batch's share; a failed one has one refund, any other none. */
export async function debitBreaches(services: Services): Promise<Breach[]> {
  const { rows } = await sql<{
    organisation_id: string;
    id: string;
    debits: string;
    refunds: string;
    render_status: string;
  }>`
    select c.organisation_id, c.id, c.render_status, c.debits, c.refunds from (
      select c.organisation_id, c.id, c.render_status,
        count(e.id) filter (where e.kind = 'DEBIT') + count(distinct b.id) as debits,
        count(e.id) filter (where e.kind = 'REFUND') as refunds
      from certificates c
      left join credit_entries e on e.organisation_id = c.organisation_id and e.certificate_id = c.id
      left join batches on batches.organisation_id = c.organisation_id and batches.id = c.batch_id
      left join credit_entries b on b.organisation_id = c.organisation_id and b.batch_id = c.batch_id
        and b.kind = 'DEBIT' and b.amount = -batches.total_count
      group by c.organisation_id, c.id
    ) c
    where debits <> 1 or refunds <> case render_status when 'FAILED' then 1 else 0 end`.execute(
    database(services.em()),
  );
  return rows.map((row) => ({
    invariant: 'credits',
    organisationId: row.organisation_id,
    id: row.id,
    message: `the certificate is ${row.render_status} with ${row.debits} debits and ${row.refunds} refunds`,
  }));
}
