import { sql } from 'kysely';
import { Certificate } from '../database/entities/certificate.ts';
import { database } from '../database/queue.ts';
import { fileKey } from './certificates/files.ts';
import type { Services } from './context.ts';

/** A row that breaks an invariant of the platform. */
export interface Breach {
  invariant: 'credits' | 'files';
  organisationId: string;
  certificateId: string | null;
  message: string;
}

const PAGE = 500;

/** Checks the invariants and gives every row that breaks one; an empty list is a sound installation. */
export async function reconcile(services: Services): Promise<Breach[]> {
  return [...(await balanceBreaches(services)), ...(await debitBreaches(services)), ...(await fileBreaches(services))];
}

/** Balance = sum of the ledger. */
async function balanceBreaches(services: Services): Promise<Breach[]> {
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
    certificateId: null,
    message: `the balance is ${balance}, the ledger's sum ${total}`,
  }));
}

/** Every certificate has exactly one debit; one that failed has one refund, any other none. */
async function debitBreaches(services: Services): Promise<Breach[]> {
  const { rows } = await sql<{
    organisation_id: string;
    id: string;
    debits: string;
    refunds: string;
    render_status: string;
  }>`
    select c.organisation_id, c.id, c.render_status,
           count(e.id) filter (where e.kind = 'DEBIT') as debits, count(e.id) filter (where e.kind = 'REFUND') as refunds
    from certificates c
    left join credit_entries e on e.organisation_id = c.organisation_id and e.certificate_id = c.id
    group by c.organisation_id, c.id
    having count(e.id) filter (where e.kind = 'DEBIT') <> 1
        or count(e.id) filter (where e.kind = 'REFUND') <> case c.render_status when 'FAILED' then 1 else 0 end`.execute(
    database(services.em()),
  );
  return rows.map((row) => ({
    invariant: 'credits',
    organisationId: row.organisation_id,
    certificateId: row.id,
    message: `${row.render_status} with ${row.debits} debits and ${row.refunds} refunds`,
  }));
}

/** What is COMPLETED has both files, with the sealed digests. */
async function fileBreaches(services: Services): Promise<Breach[]> {
  const breaches: Breach[] = [];
  let after = { organisationId: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const page = await services.em().find(
      Certificate,
      {
        renderStatus: 'COMPLETED',
        $or: [
          { organisationId: { $gt: after.organisationId } },
          { organisationId: after.organisationId, id: { $gt: after.id } },
        ],
      },
      { orderBy: { organisationId: 'asc', id: 'asc' }, limit: PAGE },
    );
    for (const row of page) breaches.push(...(await fileBreachesOf(services, row)));
    const last = page.at(-1);
    if (!last || page.length < PAGE) return breaches;
    after = last;
  }
}

async function fileBreachesOf(services: Services, row: Certificate): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const kind of ['pdf', 'png'] as const) {
    const sealed = kind === 'pdf' ? row.pdfDigest : row.imageDigest;
    const stored = await services.storage.digest(fileKey(row, kind));
    if (sealed && stored && Buffer.compare(sealed, stored) === 0) continue;
    const message = stored ? `its ${kind} is not the sealed one` : `its ${kind} is missing`;
    breaches.push({ invariant: 'files', organisationId: row.organisationId, certificateId: row.id, message });
  }
  return breaches;
}
