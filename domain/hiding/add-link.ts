import { database } from '../../database/sql.ts';
import { notFound, refusal } from '../errors.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { readRules } from '../templates/read-rules.ts';
import { countChange } from './count-change.ts';
import { type Hiding, lockOwn } from './lock-own.ts';
import { MAX_LINKS } from './rules.ts';

/**
 * Adds a link that shows a recipient's certificate while it is hidden. NOT_FOUND unless the certificate belongs to one of the mailboxes;
 * CONFLICT `hiding_not_allowed` if it is not hidden and cannot be. RATE_LIMITED after too many links in a day.
 */
export async function addShareLink(services: Hiding, { certificateId }: { certificateId: string }): Promise<void> {
  await services.em().transactional(async (em) => {
    // Serialises additions, so that together they stay within the limit.
    const row = await lockOwn(em, services, certificateId);
    if (!row) throw notFound();
    const rulesOf = await readRules(em, services, [row]);
    if (!row.hidden && rulesOf(row)?.hiding !== true) throw refusal('hiding_not_allowed');
    await countChange(em, services, row);
    const { organisationId, id, recipientId } = row;
    const db = database(em);
    // Links of a former recipient show nothing any more.
    await db
      .deleteFrom('share_links')
      .where('organisationId', '=', organisationId)
      .where('certificateId', '=', id)
      .where('recipientId', '<>', recipientId)
      .execute();
    const { count } = await db
      .selectFrom('share_links')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organisationId', '=', organisationId)
      .where('certificateId', '=', id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_LINKS) throw refusal('too_many_links', { most: MAX_LINKS });
    const createdAt = services.now();
    const { keyId } = services.authenticator;
    const added = { organisationId, id: newId(createdAt), certificateId: id, recipientId, keyId, createdAt };
    await db
      .insertInto('share_links')
      .values({ ...added, mac: macOf(services, 'share_links', added) })
      .execute();
  });
}
