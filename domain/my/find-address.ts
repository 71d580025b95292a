import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { coveredAs, isJoinedAuthentic } from '../shared/authentic-rows.ts';
import { mailboxOf } from '../shared/email-address.ts';
import { IS_LIVE } from './queries.ts';

/** Certificates that are read. The first genuine one decides. */
const READ = 20;

/**
 * Returns the address to which a link for a mailbox is sent; null without a genuine certificate. If all certificates spell it alike, theirs
 * counts, because some servers distinguish upper and lower case. Otherwise it is the mailbox, so that no issuer can redirect the link by
 * another spelling. Searches all organisations, as the place belongs to none.
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
    .where(IS_LIVE)
    .orderBy('found.ownId', 'desc')
    .limit(READ)
    .execute();
  const genuine = rows.find(
    (row) =>
      isJoinedAuthentic(services, 'certificates', 'own', row) &&
      row.ownRecipientEmail &&
      mailboxOf(row.ownRecipientEmail) === mailbox,
  );
  const address = genuine?.ownRecipientEmail ?? null;
  return address === null || (await isOnlySpelling(services, mailbox, address)) ? address : mailbox;
}

/** Returns true if no certificate of the mailbox spells the address in another way. */
async function isOnlySpelling(services: Services, mailbox: string, address: string): Promise<boolean> {
  const other = await database(services.em())
    .selectFrom('recipients as r')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 'r.organisationId').onRef('c.recipientId', '=', 'r.id'),
    )
    .select('c.id')
    .where('r.mailbox', '=', mailbox)
    .where(IS_LIVE)
    .where('c.recipientEmail', '<>', address)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
