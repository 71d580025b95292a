import type { EntityManager } from '../../database/orm.ts';
import { refusal } from '../errors.ts';
import { countWithin } from './count-within.ts';
import { sha256 } from './crypto.ts';
import { mailboxOf } from './email-address.ts';
import { isSandbox } from './ids.ts';

/** Counted categories of mails that people cause and that reach someone else. */
type Purpose = 'invitation' | 'certificate' | 'password-reset' | 'my-link' | 'confirmation';

const HOUR_MS = 60 * 60 * 1000;
/** Maximum mails per hour to one mailbox for one purpose, from all organisations; in test mode from each sandbox. */
const MAILBOX_LIMIT = 5;
/** Maximum mails per hour that one organisation causes. Links to an account or a place belong to no organisation. */
const ORGANISATION_LIMITS = {
  ...{ invitation: 100, certificate: 10_000, confirmation: 20 },
  ...{ 'password-reset': Number.POSITIVE_INFINITY, 'my-link': Number.POSITIVE_INFINITY },
};
/** Maximum links to places per hour that one client address asks for, and all addresses of a network. */
const CLIENT_LIMITS = { who: 20, network: 200 };

interface Sender {
  purpose: Purpose;
  organisationId?: string;
  now: Date;
}

interface Wanted extends Sender {
  address: string;
}

/** Counts a mail before it is requested, in the caller's transaction, across all processes. RATE_LIMITED beyond the hourly limits. */
export async function countEmail(em: EntityManager, mail: Wanted): Promise<void> {
  const wait = await waitForEmail(em, mail);
  if (wait === null) return;
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  throw refusal('mail_limit', { seconds }, { retryAfter: seconds });
}

/** Counts a mail like `countEmail`. Returns null within the limits, otherwise the milliseconds until the hour ends. */
export const waitForEmail = async (em: EntityManager, { address, ...sender }: Wanted): Promise<number | null> =>
  (await count(em, mailboxKey(sender, address), { limit: MAILBOX_LIMIT, now: sender.now })) ??
  (await countOrganisation(em, sender));

/** Counts mails like `countEmail`. Returns those within the limits. Locks counters in the order of concurrent transactions. */
export async function emailsWithinLimits<Mail extends { recipientEmail?: string | null | undefined }>(
  em: EntityManager,
  sender: Sender,
  mails: readonly Mail[],
): Promise<Mail[]> {
  const within = new Set<Mail>();
  const byMailbox = Map.groupBy(mails, ({ recipientEmail }) => mailboxKey(sender, recipientEmail ?? ''));
  for (const key of [...byMailbox.keys()].sort())
    for (const mail of byMailbox.get(key) ?? [])
      if ((await count(em, key, { limit: MAILBOX_LIMIT, now: sender.now })) === null) within.add(mail);
  for (const mail of within) if ((await countOrganisation(em, sender)) !== null) within.delete(mail);
  return mails.filter((mail) => within.has(mail));
}

const countOrganisation = async (
  em: EntityManager,
  { purpose, organisationId, now }: Sender,
): Promise<number | null> =>
  organisationId === undefined
    ? null
    : count(em, `mail-${purpose}:${organisationId}`, { limit: ORGANISATION_LIMITS[purpose], now });

function mailboxKey({ purpose, organisationId }: Sender, address: string): string {
  // Hashed, so that the table does not contain addresses.
  const mailbox = sha256(mailboxOf(address) ?? address.trim().toLowerCase()).toString('hex');
  // A sandbox sends nothing and has a clock of its own, so it counts apart.
  const apart = organisationId !== undefined && isSandbox(organisationId) ? `${organisationId}:` : '';
  return `mail-${purpose}:${apart}${mailbox}`;
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

const count = (em: EntityManager, key: string, given: { limit: number; now: Date }): Promise<number | null> =>
  countWithin(em, key, { ...given, intervalMs: HOUR_MS });
