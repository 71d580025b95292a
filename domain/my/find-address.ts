import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { coveredAs, isJoinedAuthentic } from '../shared/authentic-rows.ts';
import { mailboxOf } from '../shared/email-address.ts';

/** Certificates that are read. The first genuine one decides. */
const READ = 20;

/**
 * Returns the address of a mailbox as its latest certificate has it; null without a genuine certificate. Mails go to this address, because
 * some servers distinguish upper and lower case. Searches all organisations, as the place belongs to none.
 */
export async function findAddress(services: Services, mailbox: string): Promise<string | null> {
  const rows = await database(services.em())
    .selectFrom('recipients as r')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('certificates as c')
          .select(coveredAs('c', 'certificates', 'own'))
          .whereRef('c.organisationId', '=', 'r.organisationId')
          .whereRef('c.recipientId', '=', 'r.id')
          .where('c.renderStatus', '<>', 'FAILED')
          .orderBy('c.id', 'desc')
          .limit(READ)
          .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .where('r.mailbox', '=', mailbox)
    .orderBy('found.ownId', 'desc')
    .limit(READ)
    .execute();
  const genuine = rows.find(
    (row) =>
      isJoinedAuthentic(services, 'certificates', 'own', row) &&
      row.ownRecipientEmail &&
      mailboxOf(row.ownRecipientEmail) === mailbox,
  );
  return genuine?.ownRecipientEmail ?? null;
}
