import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { ownOrganisation } from './queries.ts';
import { senderDomain, toView } from './rules.ts';
import type { Dkim } from './schemas.ts';

/** Deletes the key. E-mails are not signed from now on. A second call changes nothing. */
export async function removeDkimKey(context: ActingContext): Promise<Dkim> {
  await context.em().transactional(async (em) => {
    const removed = await database(em)
      .deleteFrom('dkim_keys')
      .where('organisationId', '=', context.organisationId)
      .returning('selector')
      .executeTakeFirst();
    if (removed) await recordAction(em, context, { action: 'dkim.remove', subject: removed.selector });
  });
  return toView(undefined, senderDomain(await ownOrganisation(context)));
}
