import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { lockMerges } from './merge.ts';
import { getRecipient } from './read.ts';
import type { Recipient } from './schemas.ts';

/** Undoes the merge of a recipient, who is then a person again. A second call changes nothing. */
export async function separateRecipient(context: ActingContext, { id }: { id: string }): Promise<Recipient> {
  const { organisationId } = context;
  // NOT_FOUND for an unknown id.
  await getRecipient(context, { id });
  await context.em().transactional(async (em) => {
    await lockMerges(em, organisationId);
    const deleted = await database(em)
      .deleteFrom('recipient_merges')
      .where('organisationId', '=', organisationId)
      .where('recipientId', '=', id)
      .returning('recipientId')
      .execute();
    if (deleted.length > 0) await recordAction(em, context, { action: 'recipients.separate', subject: id });
  });
  return getRecipient(context, { id });
}
