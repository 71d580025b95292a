import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { IS_LIVE } from './queries.ts';
import { type MyCertificate, showCertificates } from './show-certificates.ts';
import type { MySession } from './types.ts';

/** Returns the certificate of one of the session's mailboxes; null for any other. */
export async function findMyCertificate(
  services: Services,
  { mailboxes }: Pick<MySession, 'mailboxes'>,
  { id }: { id: string },
): Promise<MyCertificate | null> {
  const found = await database(services.em())
    .selectFrom('recipients as r')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 'r.organisationId').onRef('c.recipientId', '=', 'r.id'),
    )
    .select(['c.organisationId', 'c.id'])
    .where('r.mailbox', 'in', [...mailboxes])
    .where(IS_LIVE)
    .where('c.id', '=', id)
    .where('c.renderStatus', '<>', 'FAILED')
    .execute();
  const [certificate = null] = await showCertificates(services, mailboxes, found);
  return certificate;
}
