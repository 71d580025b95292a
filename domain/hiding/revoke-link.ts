import { database } from '../../database/sql.ts';
import { COVERED, isAuthentic, macOf } from '../shared/authentic-rows.ts';
import { type Hiding, lockOwn } from './lock-own.ts';

/** Revokes a link to a recipient's certificate permanently. An unknown link, or one of another recipient, changes nothing. */
export async function revokeShareLink(services: Hiding, { linkId }: { linkId: string }): Promise<void> {
  await services.em().transactional(async (em) => {
    const db = database(em);
    const row = await db
      .selectFrom('share_links')
      .select([...COVERED.share_links, 'mac'])
      .where('id', '=', linkId)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    if (!row || !isAuthentic(services, 'share_links', row)) return;
    if (!(await lockOwn(em, services, row.certificateId))) return;
    const revoked = { ...row, revokedAt: services.now() };
    await db
      .updateTable('share_links')
      .set({ revokedAt: revoked.revokedAt, mac: macOf(services, 'share_links', revoked) })
      .where('organisationId', '=', row.organisationId)
      .where('id', '=', linkId)
      .execute();
  });
}
