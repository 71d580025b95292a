import type { z } from 'zod';
import type { ActingContext } from '../context.ts';
import { PRICE, requireCredits } from '../credits/spend.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { addBulkAction } from './add.ts';
import { chosenIds } from './choose.ts';
import type { BulkKind, Selection, StartedBulkAction } from './schemas.ts';

interface Wanted {
  kind: z.infer<typeof BulkKind>;
  selection: Selection;
  reason?: string;
  /** New expiry, or null for never; in a renewal null for the validity of the template. */
  expiresAt?: string | null | undefined;
  sendEmail?: boolean | undefined;
}

/**
 * Starts an action on many certificates. Records their ids now and enqueues a job that performs the action. Each certificate gets its own
 * audit entry, as if it had been changed alone. A download has no job; `/exports/chosen` reads it.
 */
export async function startBulkAction(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  { kind, selection, reason, expiresAt = null, sendEmail = false }: Wanted,
): Promise<z.infer<typeof StartedBulkAction>> {
  const route = `bulk ${kind}`;
  const body = {
    ...{ selection, reason: reason ?? null },
    ...(expiresAt !== null && { expiresAt }),
    ...(sendEmail && { sendEmail }),
  };
  const earlier = await earlierAnswer<z.infer<typeof StartedBulkAction>>(context, route, body);
  if (earlier) return earlier;
  const certificateIds = await chosenIds(context, selection);
  if (kind === 'RENEW') await requireCredits(context.em(), context.organisationId, certificateIds.length * PRICE);
  return once(context, route, body, async (em) => {
    const given = { kind, certificateIds, reason: reason ?? null, expiresAt, sendEmail };
    return { id: await addBulkAction(em, context, given), total: certificateIds.length };
  });
}
