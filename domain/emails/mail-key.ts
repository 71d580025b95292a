import { type RawBuilder, sql } from 'kysely';

/** A request to send a mail: of a certificate, or of an account. Both tables have the columns of a mail's state. */
export type MailKey =
  | { table: 'emails'; organisationId: string; id: string }
  | { table: 'account_mails'; organisationId: string | null; id: string };

/** A condition: the row of the request. */
export const isRowOf = ({ organisationId, id }: MailKey): RawBuilder<boolean> =>
  organisationId === null
    ? sql`organisation_id is null and id = ${id}`
    : sql`organisation_id = ${organisationId} and id = ${id}`;
