import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { notFound, refusal } from '../errors.ts';
import { findMyCertificate } from '../my/find-certificate.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { MAX_LINKS } from './rules.ts';
import type { Hiding } from './set-hidden.ts';

/** Adds a link that shows a recipient's certificate while it is hidden. NOT_FOUND unless it belongs to one of the mailboxes. */
export async function addShareLink(services: Hiding, { certificateId }: { certificateId: string }): Promise<void> {
  const own = await findMyCertificate(services, services, { id: certificateId });
  if (!own) throw notFound();
  const { organisationId, id } = own;
  await services.em().transactional(async (em) => {
    const db = database(em);
    // Serialises additions, so that together they stay within the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`share links ${id}`}, 0))`.execute(db);
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
    const row = { ...link, createdAt, revokedAt: null };
    await db
      .insertInto('share_links')
      .values({ ...row, mac: macOf(services, 'share_links', row) })
      .execute();
  });
}
