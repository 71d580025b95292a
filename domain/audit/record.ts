import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { ActingContext, Actor } from '../context.ts';

/** Whoever runs a command on the installation itself. */
export const OPERATOR: Actor = { kind: 'operator', id: 'operator', name: 'Operator' };

interface AuditEntry {
  /** The procedure, as in `certificates.revoke`; for what only an operator's command does, named likewise. */
  action: string;
  /** What it was done to: an id, or the name of what is new; null where it is the organisation itself. */
  subject: string | null;
}

/**
 * Writes down who did what, in the transaction that does it: `em` must be the transaction's. Where the entry can't be
 * written nothing is done.
 */
export async function recordAction(
  em: EntityManager,
  { organisationId, actor, now }: ActingContext,
  { action, subject }: AuditEntry,
): Promise<void> {
  await database(em)
    .insertInto('audit_entries')
    .values({
      organisationId,
      id: uuidv7(),
      actorId: actor.id,
      actorName: actor.name,
      action,
      subject,
      createdAt: now(),
    })
    .execute();
}
