import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import { COVERED } from '../shared/authentic-rows.ts';
import { mailboxOf } from '../shared/email-address.ts';

export type RequestRow = Row<'correction_requests'>;

export const REQUEST_COLUMNS = [...COVERED.correction_requests, 'mac'] as const;

/** Condition of open requests, as their index has it. */
export const IS_OPEN = sql<boolean>`(status = 'OPEN')`;

/** Returns a request for a change, and locks it. */
export const lockRequest = (
  em: EntityManager,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<RequestRow | undefined> =>
  database(em)
    .selectFrom('correction_requests')
    .select(REQUEST_COLUMNS)
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Finds a certificate of the mailboxes, except those of test mode, which recipients do not see. It can belong to any organisation, which
 * the recipient's row names. The certificate's own address decides, as the row has no code.
 */
export async function findOwnCertificate(
  em: EntityManager,
  { mailboxes, certificateId }: { mailboxes: readonly string[]; certificateId: string },
): Promise<{ organisationId: string; recipientId: string; mailbox: string } | null> {
  const found = await database(em)
    .selectFrom('recipients as r')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 'r.organisationId').onRef('c.recipientId', '=', 'r.id'),
    )
    .select(['c.organisationId', 'r.id as recipientId', 'r.mailbox', 'c.recipientEmail'])
    .where('r.mailbox', '=', sql<string>`any(${[...mailboxes]}::text[])`)
    .where('c.id', '=', certificateId)
    .where(sql<boolean>`not is_sandbox(c.organisation_id)`)
    .executeTakeFirst();
  return found && mailboxOf(found.recipientEmail ?? '') === found.mailbox ? found : null;
}
