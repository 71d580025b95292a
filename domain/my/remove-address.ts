import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { lockPlaces, mailboxesWith } from './queries.ts';
import type { MySession } from './types.ts';

/**
 * Separates a mailbox from the others of the session's place. The others get another place, so that a restored row of the mailbox leads to
 * nobody. Without other mailboxes nothing changes.
 */
export async function removeAddress(services: Services, session: MySession, mailbox: string): Promise<void> {
  await services.em().transactional(async (em) => {
    await lockPlaces(em);
    const mailboxes = await mailboxesWith(em, services, session.mailbox);
    if (!mailboxes.includes(mailbox)) return;
    await database(em).deleteFrom('my_addresses').where('mailbox', 'in', mailboxes).execute();
    const rest = mailboxes.filter((one) => one !== mailbox);
    if (rest.length < 2) return;
    const addedAt = services.now();
    const placeId = newId(addedAt);
    const rows = rest.map((one) => ({ mailbox: one, placeId, addedAt }));
    await database(em)
      .insertInto('my_addresses')
      .values(rows.map((row) => ({ ...row, mac: macOf(services, 'my_addresses', row) })))
      .execute();
  });
}
