import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { type CoveredRow, macOf } from '../shared/authentic-rows.ts';

export type Email = Row<'emails'>;
type Status = Email['status'];

interface Change {
  /** Current statuses that allow the change. With any other status nothing changes. */
  from: readonly Status[];
  status: Status;
  /** Unchanged if undefined. */
  error?: string | null | undefined;
  claimedAt?: Date;
  endedAt?: Date | null;
  /** Temporary refusals to add. */
  refusals?: number;
}

/** The end of a link with a token: a one-time link, or the address of a file. */
const TOKEN = /([/=])[\w-]{20,}/g;

/**
 * Changes the status of a mail and its row's code. Tokens are removed from the error, because mail servers quote the links of a mail.
 * Returns false if the row has another status.
 */
export async function setStatus(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  row: CoveredRow<'emails'>,
  { from, status, error, claimedAt, endedAt, refusals = 0 }: Change,
): Promise<boolean> {
  const mac = macOf(services, 'emails', { ...row, status });
  const { rows } = await sql`
    update emails set status = ${status}, mac = ${mac}, refusals = refusals + ${refusals}
      ${error === undefined ? sql`` : sql`, error = ${error?.replaceAll(TOKEN, '$1…') ?? null}`}
      ${claimedAt === undefined ? sql`` : sql`, claimed_at = ${claimedAt}::timestamptz`}
      ${endedAt === undefined ? sql`` : sql`, ended_at = ${endedAt}::timestamptz`}
    where organisation_id = ${row.organisationId} and id = ${row.id} and status = any(${[...from]}::text[])
    returning id`.execute(database(em));
  return rows.length > 0;
}
