import { sql } from 'kysely';
import { z } from 'zod';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';
import { pageOf } from '../shared/pages.ts';
import { DateTime, iso, PageQuery, Uuid } from '../shared/schemas.ts';

const Entry = z.object({
  id: Uuid,
  kind: z.enum(['GRANT', 'DEBIT', 'REFUND']),
  amount: z.int().describe('Negative where credits were spent'),
  note: z.string().nullable(),
  certificateId: Uuid.nullable(),
  batchId: Uuid.nullable(),
  actor: z.string().nullable().describe('Who spent or added them, as the audit log shows it; null where nobody did'),
  createdAt: DateTime,
});

export const ListLedger = z.object(PageQuery);
export const LedgerPage = z.object({ entries: z.array(Entry), nextCursor: Uuid.nullable() });

interface Row {
  id: string;
  kind: z.infer<typeof Entry>['kind'];
  amount: string;
  note: string | null;
  certificate_id: string | null;
  batch_id: string | null;
  actor_name: string | null;
  created_at: string;
}

/** Every movement of the organisation's credits, newest first. */
export async function listLedger(
  context: DomainContext,
  { limit, cursor }: z.infer<typeof ListLedger>,
): Promise<z.infer<typeof LedgerPage>> {
  const { rows } = await sql<Row>`
    select id, kind, amount, note, certificate_id, batch_id, actor_name, created_at from credit_entries
    where organisation_id = ${context.organisationId} ${cursor ? sql`and id < ${cursor}` : sql``}
    order by id desc limit ${limit + 1}`.execute(database(context.em()));
  const { page, nextCursor } = pageOf(rows, limit);
  return {
    entries: page.map(({ id, kind, amount, note, certificate_id, batch_id, actor_name, created_at }) => ({
      id,
      kind,
      amount: Number(amount),
      note,
      certificateId: certificate_id,
      batchId: batch_id,
      actor: actor_name,
      createdAt: iso(new Date(created_at)),
    })),
    nextCursor,
  };
}
