import type { z } from 'zod';
import type { ActingContext } from '../context.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { addBulkAction } from './add.ts';
import { checkTable } from './check-table.ts';
import type { ChangeExpiriesByTable, StartedTable } from './schemas.ts';

const ROUTE = 'bulk expiries';

/**
 * Starts changing the expiries of the certificates in a table, each to its own. All rows are checked first, and a fault in one of them
 * changes nothing. A dry run ends after the check.
 */
export async function startTable(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  { dryRun, ...table }: ChangeExpiriesByTable,
): Promise<z.infer<typeof StartedTable>> {
  const earlier = dryRun ? null : await earlierAnswer<z.infer<typeof StartedTable>>(context, ROUTE, table);
  if (earlier) return earlier;
  const { certificateIds, expiries, changed } = await checkTable(context, table.rows);
  const total = certificateIds.length;
  if (dryRun) return { id: null, total, changed };
  return once(context, ROUTE, table, async (em) => {
    const same = { reason: table.reason, expiresAt: null, sendEmail: false };
    const id = await addBulkAction(em, context, { kind: 'EXPIRY', certificateIds, expiries, ...same });
    return { id, total, changed };
  });
}
