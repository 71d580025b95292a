import { sql } from 'kysely';
import type { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { PRICE, requireCredits } from '../credits/spend.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { newId } from '../shared/ids.ts';
import { assertRoom } from '../shared/quota.ts';
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

/** Actions in the audit log. */
const RECORDED = {
  EMAIL: 'certificates.emailMany',
  REVOKE: 'certificates.revokeMany',
  EXPIRY: 'certificates.changeExpiryOfMany',
  RENEW: 'certificates.renewMany',
} as const;

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
  const { organisationId, actor } = context;
  return once(context, route, body, async (em) => {
    const id = newId(context.now());
    const total = certificateIds.length;
    const action = {
      ...{ organisationId, id, kind, reason: reason ?? null, expiresAt, sendEmail, certificateIds, totalCount: total },
      ...{ processedCount: 0, skippedCount: 0, completedAt: null },
      ...{ actorId: actor.id, actorName: actor.name, createdAt: context.now() },
    };
    await assertRoomFor(em, organisationId, kind);
    await database(em)
      .insertInto('bulk_actions')
      .values({ ...action, mac: macOf(context, 'bulk_actions', action) })
      .execute();
    if (kind === 'DOWNLOAD') return { id, total };
    await recordAction(em, context, { action: RECORDED[kind], subject: String(total) });
    await enqueue(em, 'run-bulk-action', [{ payload: { organisationId, actionId: id } }]);
    return { id, total };
  });
}

/** Rejects an action beyond the limit on downloads, or the limit on all other actions together. */
async function assertRoomFor(em: EntityManager, organisationId: string, kind: Wanted['kind']): Promise<void> {
  const [quota, where] =
    kind === 'DOWNLOAD'
      ? (['downloads', sql`kind = 'DOWNLOAD'`] as const)
      : (['bulk actions', sql`kind <> 'DOWNLOAD'`] as const);
  await assertRoom(em, { organisationId, quota, table: 'bulk_actions', where });
}
