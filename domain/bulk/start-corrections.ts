import type { z } from 'zod';
import type { ActingContext } from '../context.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { addBulkAction } from './add.ts';
import { checkCorrections } from './check-corrections.ts';
import type { CorrectByTable, StartedTable } from './schemas.ts';

const ROUTE = 'bulk corrections';

/**
 * Starts correcting the certificates in a table. All rows are checked first, and a fault in one of them changes nothing. A dry run ends after
 * the check.
 */
export async function startCorrections(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  { dryRun, ...table }: CorrectByTable,
): Promise<z.infer<typeof StartedTable>> {
  const earlier = dryRun ? null : await earlierAnswer<z.infer<typeof StartedTable>>(context, ROUTE, table);
  if (earlier) return earlier;
  const { certificateIds, corrections, changed } = await checkCorrections(context, table);
  const total = certificateIds.length;
  if (dryRun) return { id: null, total, changed };
  return once(context, ROUTE, table, async (em) => {
    const { reason, sendEmail = false } = table;
    const given = { kind: 'CORRECT', certificateIds, corrections, reason, expiresAt: null, sendEmail } as const;
    return { id: await addBulkAction(em, context, given), total, changed };
  });
}
