import { database } from '../../database/sql.ts';
import { RECIPIENT, recordAction } from '../audit/record.ts';
import { inOrganisation } from '../context.ts';
import { type Hiding, lockOwn } from './lock-own.ts';
import { isGenuine, selectLinks } from './queries.ts';

/**
 * Revokes a link to a recipient's certificate permanently. The row is deleted, and the audit entry outlasts copies of it. An unknown link,
 * or one of another recipient, changes nothing.
 */
export async function revokeShareLink(services: Hiding, { linkId }: { linkId: string }): Promise<void> {
  await services.em().transactional(async (em) => {
    const link = await selectLinks({ ...services, em: () => em })
      .where('s.id', '=', linkId)
      .executeTakeFirst();
    if (!link || !isGenuine(services, link)) return;
    const row = await lockOwn(em, services, link.certificateId);
    if (!row) return;
    const { organisationId } = row;
    const [deleted] = await database(em)
      .deleteFrom('share_links')
      .where('organisationId', '=', organisationId)
      .where('id', '=', linkId)
      .execute();
    if (!deleted?.numDeletedRows) return;
    const acting = { ...inOrganisation(services, organisationId), actor: RECIPIENT };
    await recordAction(em, acting, { action: 'shareLinks.revoke', subject: linkId });
  });
}
