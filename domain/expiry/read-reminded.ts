import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { IS_RENEWED } from '../certificates/find-renewals.ts';
import { CERTIFICATE_COLUMNS } from '../certificates/queries.ts';
import { stateOf } from '../certificates/state.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { hasAuthenticNotices, NOTICE_COLUMNS } from './queries.ts';

/** Certificates that a mail lists. */
const LISTED = 100;

/**
 * Returns the certificates that a reminder's mail is about, those that expire first at the beginning. Omits certificates that were revoked,
 * renewed, expired or got another expiry or recipient since the request, and rows that were changed outside Laurel.
 */
export async function readReminded(
  services: Services,
  { organisationId, emailId, recipientId }: { organisationId: string; emailId: string; recipientId: string },
) {
  const now = services.now();
  const rows = await database(services.em())
    .selectFrom('expiries as e')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 'e.organisationId').onRef('c.id', '=', 'e.certificateId'),
    )
    .select(CERTIFICATE_COLUMNS)
    .select(NOTICE_COLUMNS)
    .where('e.organisationId', '=', organisationId)
    .where(sql<boolean>`not ${IS_RENEWED}`)
    .where('e.emailId', '=', emailId)
    .where('c.recipientId', '=', recipientId)
    .where(sql<boolean>`c.expires_at = e.reminded_for`)
    .orderBy('c.expiresAt')
    .orderBy('c.id')
    .limit(LISTED)
    .execute();
  return rows.flatMap((row) => {
    const { expiresAt } = row;
    const isGenuine = isAuthentic(services, 'certificates', row) && hasAuthenticNotices(services, row);
    return isGenuine && expiresAt && stateOf(row, now) === 'GENERATED' ? [{ ...row, expiresAt }] : [];
  });
}
