import { database } from '../../database/sql.ts';
import { notFound, refusal } from '../errors.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { readRules } from '../templates/read-rules.ts';
import { type Hiding, lockOwn } from './lock-own.ts';
import { MAX_LINKS } from './rules.ts';

/**
 * Adds a link that shows a recipient's certificate while it is hidden. NOT_FOUND unless the certificate belongs to one of the mailboxes;
 * CONFLICT `hiding_not_allowed` if it is not hidden and cannot be.
 */
export async function addShareLink(services: Hiding, { certificateId }: { certificateId: string }): Promise<void> {
  await services.em().transactional(async (em) => {
    // Serialises additions, so that together they stay within the limit.
    const row = await lockOwn(em, services, certificateId);
    if (!row) throw notFound();
    const rulesOf = await readRules(em, services, [row]);
    if (!row.hidden && rulesOf(row)?.hiding !== true) throw refusal('hiding_not_allowed');
    const { organisationId, id } = row;
    const db = database(em);
    const { count } = await db
      .selectFrom('share_links')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organisationId', '=', organisationId)
      .where('certificateId', '=', id)
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= MAX_LINKS) throw refusal('too_many_links', { most: MAX_LINKS });
    const createdAt = services.now();
    const link = { organisationId, id: newId(createdAt), certificateId: id, keyId: services.authenticator.keyId };
    const added = { ...link, createdAt, revokedAt: null };
    await db
      .insertInto('share_links')
      .values({ ...added, mac: macOf(services, 'share_links', added) })
      .execute();
  });
}
