import type { JobPayloads } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { requestAccountEmail } from '../emails/request-account-email.ts';
import { NO_ORGANISATION } from '../emails/types.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { waitForEmail } from '../shared/email-limits.ts';
import { findAddress } from './find-address.ts';
import { linkById } from './queries.ts';

/**
 * Requests the mail of a link once. Deletes the link if its mailbox has no certificates, or got the maximum of links in the last hour, so
 * that the table keeps no addresses of others.
 */
export async function sendMyLink(services: Services, { linkId: id }: JobPayloads['send-my-link']): Promise<void> {
  await services.em().transactional(async (em) => {
    const link = await linkById(em, id);
    if (!link) return;
    assertAuthentic(services, 'my_links', link);
    const requested = await database(em)
      .selectFrom('emails')
      .select('id')
      .where('organisationId', '=', NO_ORGANISATION)
      .where('subjectId', '=', id)
      .executeTakeFirst();
    if (requested) return;
    const { mailbox: address } = link;
    const isKnown = (await findAddress({ ...services, em: () => em }, address)) !== null;
    const wait = isKnown ? await waitForEmail(em, { purpose: 'my-link', address, now: services.now() }) : null;
    if (isKnown && wait === null)
      return requestAccountEmail(em, services, { kind: 'MY_LINK', organisationId: NO_ORGANISATION, subjectId: id });
    await database(em).deleteFrom('my_links').where('id', '=', id).execute();
  });
}
