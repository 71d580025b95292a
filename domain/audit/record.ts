import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { ActingContext, Actor } from '../context.ts';
import { COVERED, macOf } from '../shared/authentic-rows.ts';
import { OPERATOR_NAME } from '../shared/caller-name.ts';
import { newId } from '../shared/ids.ts';
import type { FieldChange } from './compare.ts';
import { firstLink, linked } from './link-chain.ts';

/** A person who runs commands on the installation. */
export const OPERATOR: Actor = { kind: 'operator', id: 'operator', name: OPERATOR_NAME };

/** The recipient of a certificate. The subject names the certificate, so that no address enters the log, which is permanent. */
export const RECIPIENT: Actor = { kind: 'recipient', id: 'recipient', name: 'Recipient' };

/** The owner of a mailbox that an organisation sends from, or copies to. */
export const MAILBOX_OWNER: Actor = { kind: 'mailbox', id: 'mailbox', name: 'Owner of the mailbox' };

const ENTRY_COLUMNS = [...COVERED.audit_entries, 'mac'] as const;

interface AuditEntry {
  /** The procedure, such as `certificates.revoke`. Actions that only an operator's command performs are named the same way. */
  action: string;
  /** Subject of the action: an id, or the name of a new object; null for the organisation itself. */
  subject: string | null;
  /** Fields that the action changed. They stay in the log, so they have no personal data of recipients. */
  changes?: readonly FieldChange[];
}

/** Records an action in its own transaction, so that neither commits without the other. `em` must be the transaction's. */
export async function recordAction(
  em: EntityManager,
  context: Pick<ActingContext, 'organisationId' | 'actor' | 'bulkActionId' | 'now' | 'authenticator'>,
  { action, subject, changes = [] }: AuditEntry,
): Promise<void> {
  const { organisationId, actor, bulkActionId = null } = context;
  const entry = {
    ...{ organisationId, id: newId(context.now()), actorId: actor.id, actorName: actor.name },
    ...{ action, subject, changes: changes.length > 0 ? JSON.stringify(changes) : null },
    ...{ bulkActionId, createdAt: context.now() },
  };
  const mac = macOf(context, 'audit_entries', entry);
  await database(em)
    .with('head', (db) =>
      db
        .insertInto('audit_heads')
        .values({ organisationId, ...firstLink(context, 'audit_heads', organisationId, mac) })
        .onConflict((conflict) => conflict.column('organisationId').doUpdateSet(linked('audit_heads', sql.val(mac))))
        .returning('entries'),
    )
    .insertInto('audit_entries')
    .columns([...ENTRY_COLUMNS, 'number'])
    .expression(({ selectFrom }) =>
      selectFrom('head')
        .select(ENTRY_COLUMNS.map((name) => sql.val({ ...entry, mac }[name]).as(name)))
        .select('entries as number'),
    )
    .execute();
}
