import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { refusal } from '../errors.ts';
import { sha256 } from './crypto.ts';
import { mailboxOf } from './email-address.ts';

/** Counted categories of mails that people cause and that reach someone else. */
type Purpose = 'invitation' | 'certificate' | 'password-reset' | 'my-link';

const HOUR_MS = 60 * 60 * 1000;
/** Tolerance in ms. Concurrent calls can count in another order than they read the clock. */
const AHEAD_MS = 60_000;
/** Maximum mails per hour to one mailbox for one purpose, from all organisations. */
const MAILBOX_LIMIT = 5;
/** Maximum mails per hour that one organisation causes. Links to an account or a place belong to no organisation. */
const ORGANISATION_LIMITS = {
  ...{ invitation: 100, certificate: 10_000 },
  ...{ 'password-reset': Number.POSITIVE_INFINITY, 'my-link': Number.POSITIVE_INFINITY },
};
/** Maximum links to places per hour that one client address asks for, and all addresses of a network. */
const CLIENT_LIMITS = { who: 20, network: 200 };

interface Wanted {
  purpose: Purpose;
  address: string;
  organisationId?: string;
  now: Date;
}

/** Counts a mail before it is requested, in the caller's transaction, across all processes. RATE_LIMITED beyond the hourly limits. */
export async function countEmail(em: EntityManager, wanted: Wanted): Promise<void> {
  const wait = await waitForEmail(em, wanted);
  if (wait === null) return;
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  throw refusal('mail_limit', { seconds }, { retryAfter: seconds });
}

/** Counts a mail like `countEmail`. Returns null within the limits, otherwise the milliseconds until the hour ends. */
export async function waitForEmail(
  em: EntityManager,
  { purpose, address, organisationId, now }: Wanted,
): Promise<number | null> {
  // Hashed, so that the table does not contain addresses.
  const mailbox = sha256(mailboxOf(address) ?? address.trim().toLowerCase()).toString('hex');
  const full = await count(em, `mail-${purpose}:${mailbox}`, { limit: MAILBOX_LIMIT, now });
  if (full !== null || organisationId === undefined) return full;
  return count(em, `mail-${purpose}:${organisationId}`, { limit: ORGANISATION_LIMITS[purpose], now });
}

/** Counts a request for a link to a place before its mailbox is known. RATE_LIMITED beyond the hourly limits of the client. */
export async function countLinkRequest(
  em: EntityManager,
  { who, network, now }: { who: string; network: string | null; now: Date },
): Promise<void> {
  const wait =
    (await count(em, `my-link:${who}`, { limit: CLIENT_LIMITS.who, now })) ??
    (network === null ? null : await count(em, `my-link-network:${network}`, { limit: CLIENT_LIMITS.network, now }));
  if (wait === null) return;
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  throw refusal('too_many_requests', { seconds }, { retryAfter: seconds });
}

/** Adds one to the hour that the key's first count started. A row that ends much later comes from a clock that was set back. */
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
