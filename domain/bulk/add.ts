import { sql } from 'kysely';
import type { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { assertRoom } from '../shared/quota.ts';
import type { BulkKind } from './schemas.ts';

export interface NewBulkAction {
  kind: z.infer<typeof BulkKind>;
  /** Different ids, in the order of the action. */
  certificateIds: string[];
  reason: string | null;
  /** New expiry of all, or null for never; in a renewal null for the validity of the template. */
  expiresAt: string | null;
  /** New expiry of each certificate, in their order, unless all get the same. */
  expiries?: (string | null)[];
  /** Corrected members of each certificate as JSON, in their order. */
  corrections?: string[];
  sendEmail: boolean;
}

/** Actions in the audit log. */
const RECORDED = {
  EMAIL: 'certificates.emailMany',
  REVOKE: 'certificates.revokeMany',
  EXPIRY: 'certificates.changeExpiryOfMany',
  RENEW: 'certificates.renewMany',
  CORRECT: 'certificates.correctByTable',
} as const;

/** Adds a bulk action with its job and its entry in the audit log, and returns its id. A download has neither. */
export async function addBulkAction(em: EntityManager, context: ActingContext, given: NewBulkAction): Promise<string> {
  const { organisationId, actor } = context;
  const { kind, certificateIds } = given;
  const id = newId(context.now());
  const action = {
    ...{ expiries: null, corrections: null, ...given, organisationId, id, totalCount: certificateIds.length },
    ...{ processedCount: 0, skippedCount: 0, completedAt: null },
    ...{ actorId: actor.id, actorName: actor.name, createdAt: context.now() },
  };
  await assertRoomFor(em, organisationId, kind);
  await database(em)
    .insertInto('bulk_actions')
    .values({ ...action, mac: macOf(context, 'bulk_actions', action) })
    .execute();
  if (kind === 'DOWNLOAD') return id;
  const recorded = given.expiries ? 'certificates.changeExpiriesByTable' : RECORDED[kind];
  await recordAction(em, context, { action: recorded, subject: String(certificateIds.length) });
  await enqueue(em, 'run-bulk-action', [{ payload: { organisationId, actionId: id } }]);
  return id;
}

/** Rejects an action beyond the limit on downloads, or the limit on all other actions together. */
async function assertRoomFor(em: EntityManager, organisationId: string, kind: NewBulkAction['kind']): Promise<void> {
  const [quota, where] =
    kind === 'DOWNLOAD'
      ? (['downloads', sql`kind = 'DOWNLOAD'`] as const)
      : (['bulk actions', sql`kind <> 'DOWNLOAD'`] as const);
  await assertRoom(em, { organisationId, quota, table: 'bulk_actions', where });
}
