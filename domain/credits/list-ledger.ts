import { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { numberOf, pageOf } from '../shared/pages.ts';
import { DateTime, iso, PageQuery, Uuid } from '../shared/schemas.ts';

const Entry = z.object({
  id: Uuid,
  kind: z.enum(['GRANT', 'DEBIT', 'REFUND']),
  amount: z.int().describe('Negative for spent credits'),
  note: z.string().nullable(),
  certificateId: Uuid.nullable(),
  batchId: Uuid.nullable(),
  actor: z.string().nullable().describe('Name of the author in the audit log; null for automatic refunds'),
  createdAt: DateTime,
});

export const ListLedger = z.strictObject(PageQuery);
export const LedgerPage = z.object({ entries: z.array(Entry), nextCursor: Uuid.nullable() });

/** Returns a page of the organisation's ledger, newest first. */
export async function listLedger(
  context: DomainContext,
  { limit, cursor }: z.infer<typeof ListLedger>,
): Promise<z.infer<typeof LedgerPage>> {
  let query = database(context.em())
    .selectFrom('credit_entries')
    .select(['id', 'kind', 'amount', 'note', 'certificateId', 'batchId', 'actorName', 'createdAt'])
    .where('organisationId', '=', context.organisationId)
    .orderBy('number', 'desc')
    .limit(limit + 1);
  if (cursor) query = query.where('number', '<', numberOf(context, 'credit_entries', cursor));
  const { page, nextCursor } = pageOf(await query.execute(), limit);
  return {
    entries: page.map(({ actorName, createdAt, ...entry }) => ({
      ...entry,
      actor: actorName,
      createdAt: iso(createdAt),
    })),
    nextCursor,
  };
}
