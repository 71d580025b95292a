import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
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
  await sql`
    insert into audit_entries (organisation_id, id, actor_id, actor_name, action, subject, created_at)
    values (${organisationId}, ${uuidv7()}, ${actor.id}, ${actor.name}, ${action}, ${subject}, ${now()})`.execute(
    database(em),
  );
}
