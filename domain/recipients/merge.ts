import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound, validationError } from '../errors.ts';
import { findPerson } from './find-person.ts';
import { getRecipient } from './read.ts';
import type { MergeRecipients, Recipient } from './schemas.ts';

/** Maximum addresses of a person. */
const MOST = 20;

/**
 * Records that a recipient is the same person as another one. Lists then show both together. Certificates keep their addresses, and so do
 * reminders, `uniqueBy` and the recipients' place. A second call changes nothing.
 */
export async function mergeRecipients(context: ActingContext, { id, into }: MergeRecipients): Promise<Recipient> {
  const { organisationId } = context;
  await context.em().transactional(async (em) => {
    await lockMerges(em, organisationId);
    const [merged, kept] = [await findPerson(em, organisationId, id), await findPerson(em, organisationId, into)];
    const [[recipientId], [personId]] = [merged, kept];
    if (recipientId === undefined || personId === undefined) throw notFound();
    if (recipientId === personId) return;
    if (merged.length + kept.length > MOST) throw validationError(detail('id', 'too_many', { most: MOST }));
    await recordMerge(em, { organisationId, recipientId, personId, mergedAt: context.now() });
    await recordAction(em, context, { action: 'recipients.merge', subject: personId });
  });
  return getRecipient(context, { id: into });
}

/**
 * Records that a recipient, and all that are merged with it, are the same person as another. Covers recipients without certificates, so
 * that no chain forms when they have some again.
 */
async function recordMerge(em: EntityManager, merge: Row<'recipient_merges'>): Promise<void> {
  const { organisationId, recipientId, personId, mergedAt } = merge;
  const db = database(em);
  await db
    .updateTable('recipient_merges')
    .set({ personId })
    .where('organisationId', '=', organisationId)
    .where('personId', '=', recipientId)
    .execute();
  await db
    .insertInto('recipient_merges')
    .values(merge)
    .onConflict((conflict) => conflict.columns(['organisationId', 'recipientId']).doUpdateSet({ personId, mergedAt }))
    .execute();
  await db
    .deleteFrom('recipient_merges')
    .where('organisationId', '=', organisationId)
    .where('recipientId', '=', personId)
    .execute();
}

/** Locks the merges of an organisation until the transaction ends, so that concurrent ones cannot form a chain. */
export async function lockMerges(em: EntityManager, organisationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`merges ${organisationId}`}, 0))`.execute(database(em));
}
