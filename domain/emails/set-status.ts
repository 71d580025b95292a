import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { isRowOf, type MailKey } from './mail-key.ts';

export type MailRow = Row<'emails'> | Row<'account_mails'>;
type Covered = Pick<MailRow, 'organisationId' | 'id' | 'status' | 'createdAt' | 'mac'>;
type Status = MailRow['status'];

interface Change {
  /** Statuses that the row may have; otherwise nothing is changed. */
  from: readonly Status[];
  status: Status;
  /** Undefined leaves it as it is. */
  error?: string | null | undefined;
  claimedAt?: Date;
  endedAt?: Date | null;
  /** Temporary refusals to add. */
  refusals?: number;
}

/** Throws NotAuthenticError for a request that the product did not make, or whose status it did not write. */
export const assertRequested = (services: Services, { table }: MailKey, row: Covered): void =>
  table === 'emails'
    ? assertAuthentic(services, table, row as Row<'emails'>)
    : assertAuthentic(services, table, row as Row<'account_mails'>);

/** Changes the status of a mail and authenticates its row again; false where it has another status by now. */
export async function setStatus(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  key: MailKey,
  row: Covered,
  { from, status, error, claimedAt, endedAt, refusals = 0 }: Change,
): Promise<boolean> {
  const mac =
    key.table === 'emails'
      ? macOf(services, key.table, { ...(row as Row<'emails'>), status })
      : macOf(services, key.table, { ...(row as Row<'account_mails'>), status });
  const { rows } = await sql`
    update ${sql.table(key.table)} set status = ${status}, mac = ${mac}, refusals = refusals + ${refusals}
      ${error === undefined ? sql`` : sql`, error = ${error}`}
      ${claimedAt === undefined ? sql`` : sql`, claimed_at = ${claimedAt}::timestamptz`}
      ${endedAt === undefined ? sql`` : sql`, ended_at = ${endedAt}::timestamptz`}
    where ${isRowOf(key)} and status = any(${[...from]}::text[]) returning id`.execute(database(em));
  return rows.length > 0;
}
