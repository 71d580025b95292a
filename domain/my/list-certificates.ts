import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { IS_LIVE } from './queries.ts';
import { type Key, type MyCertificate, showCertificates } from './show-certificates.ts';
import type { MySession } from './types.ts';

/** Certificates per page. */
const PAGE = 50;

/**
 * Returns a page of the certificates of a session's mailboxes, of all organisations, newest first. The mailboxes stand for the organisation
 * that other lists name.
 */
export async function listMyCertificates(
  services: Services,
  { mailboxes }: Pick<MySession, 'mailboxes'>,
  { before }: { before?: string | undefined } = {},
): Promise<{ certificates: MyCertificate[]; nextCursor: string | null }> {
  const keys = await findKeys(services, mailboxes, before);
  const page = keys.slice(0, PAGE);
  return {
    certificates: await showCertificates(services, mailboxes, page),
    nextCursor: keys.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Returns the keys of a page and of one more certificate. Reads one page of each recipient at most. */
async function findKeys(services: Services, mailboxes: readonly string[], before: string | undefined): Promise<Key[]> {
  return database(services.em())
    .selectFrom('recipients as r')
    .innerJoinLateral(
      ({ selectFrom }) => {
        const own = selectFrom('certificates as c')
          .select(['c.organisationId', 'c.id'])
          .whereRef('c.organisationId', '=', 'r.organisationId')
          .whereRef('c.recipientId', '=', 'r.id')
          .where('c.renderStatus', '<>', 'FAILED')
          .orderBy('c.id', 'desc')
          .limit(PAGE + 1);
        return (before === undefined ? own : own.where('c.id', '<', before)).as('c');
      },
      (join) => join.onTrue(),
    )
    .select(['c.organisationId', 'c.id'])
    .where('r.mailbox', 'in', [...mailboxes])
    .where(IS_LIVE)
    .orderBy('c.id', 'desc')
    .limit(PAGE + 1)
    .execute();
}
