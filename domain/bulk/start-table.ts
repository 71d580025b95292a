import type { z } from 'zod';
import type { Detail } from '../../errors/detail.ts';
import type { ActingContext } from '../context.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { addBulkAction, type NewBulkAction } from './add.ts';
import type { StartedTable } from './schemas.ts';

/** Context of a call that is applied once. */
export type Starting = ActingContext & { idempotency?: Idempotency | undefined };
type Started = z.infer<typeof StartedTable>;

interface CheckedTable {
  action: NewBulkAction;
  /** Number of certificates that are not as in the table already. */
  changed: number;
  /** Remarks on values that look wrong, for a dry run. */
  warnings?: Detail[];
  /** Fields that corrections would change, for a dry run. */
  changes?: Started['changes'];
}

/**
 * Starts a bulk action on the certificates that a table names. `check` checks all rows first, and throws VALIDATION_ERROR for a fault in
 * one of them, which then changes nothing. A dry run ends after the check.
 */
export async function startTable<Input extends { dryRun?: boolean | undefined }>(
  context: Starting,
  route: string,
  { dryRun, ...table }: Input,
  check: () => Promise<CheckedTable>,
): Promise<Started> {
  const earlier = dryRun ? null : await earlierAnswer<Started>(context, route, table);
  if (earlier) return earlier;
  const { action, changed, warnings, changes } = await check();
  const total = action.certificateIds.length;
  if (dryRun) return { id: null, total, changed, ...(warnings && { warnings }), ...(changes && { changes }) };
  return once(context, route, table, async (em) => ({ id: await addBulkAction(em, context, action), total, changed }));
}
