import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { refusal } from '../errors.ts';
import { sha256 } from './crypto.ts';
import { mailboxOf } from './email-address.ts';

/** Mails that people cause and that reach somebody else, as they are counted. */
type Purpose = 'invitation' | 'certificate' | 'password-reset';

const HOUR_MS = 60 * 60 * 1000;
/** Calls that wait for each other count in another order than they read the clock in. */
const AHEAD_MS = 60_000;
/** Mails to one mailbox for one purpose, whoever causes them. */
const MAILBOX_LIMIT = 5;
/** Mails that one organisation causes. Password resets belong to none. */
const ORGANISATION_LIMITS = { invitation: 100, certificate: 10_000, 'password-reset': Number.POSITIVE_INFINITY };

interface Wanted {
  purpose: Purpose;
  address: string;
  organisationId?: string;
  now: Date;
}

/** Counts a mail before it is requested, in the caller's transaction, for all processes. RATE_LIMITED beyond the limits of an hour. */
export async function countMail(em: EntityManager, wanted: Wanted): Promise<void> {
  const wait = await waitForMail(em, wanted);
  if (wait === null) return;
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  throw refusal('mail_limit', { seconds }, { retryAfter: seconds });
}

/** Counts a mail like `countMail`. Returns null within the limits, else the milliseconds until the hour ends. */
export async function waitForMail(
  em: EntityManager,
  { purpose, address, organisationId, now }: Wanted,
): Promise<number | null> {
  // Hashed: the table is not a list of addresses.
  const mailbox = sha256(mailboxOf(address) ?? address.trim().toLowerCase()).toString('hex');
  const full = await count(em, `mail-${purpose}:${mailbox}`, { limit: MAILBOX_LIMIT, now });
  if (full !== null || organisationId === undefined) return full;
  return count(em, `mail-${purpose}:${organisationId}`, { limit: ORGANISATION_LIMITS[purpose], now });
}

/** Counts one in the hour that began with the key's first. A row that ends much later is of a clock that was set back. */
async function count(
  em: EntityManager,
  key: string,
  { limit, now: time }: { limit: number; now: Date },
): Promise<number | null> {
  const now = sql`${time.getTime()}::bigint`;
  const isOver = sql`(r.expire <= ${now} or r.expire > ${now} + ${sql.lit(HOUR_MS + AHEAD_MS)})`;
  const { rows } = await sql<{ points: number; wait: number }>`
    insert into rate_limits as r (key, points, expire) values (${key}, 1, ${now} + ${sql.lit(HOUR_MS)})
    on conflict (key) do update set
      points = case when ${isOver} then 1 else r.points + 1 end,
      expire = case when ${isOver} then excluded.expire else r.expire end
    returning points, (expire - ${now})::float8 as wait`.execute(database(em));
  const [row] = rows;
  return row && row.points > limit ? row.wait : null;
}
