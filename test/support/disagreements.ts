import { sql } from 'kysely';
import { QUEUE_SCHEMAS } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { isSandbox } from '../../domain/shared/ids.ts';
import type { Laurel, Tenant } from './laurel.ts';
import { ADDRESSES, type RandomChanges, TAGS } from './random-changes.ts';
import { waitFor } from './wait-for.ts';

interface Certificate {
  id: string;
  status: string;
  renderStatus: string;
  emailStatus: string;
  recipientName: string;
  recipientEmail: string | null;
  verificationHash: string;
  expiresAt: string | null;
  pdfUrl: string;
  tags: string[];
  number: string | null;
  batchId: string | null;
  renewedBy: string | null;
  imported: object | null;
}

interface Event {
  type: string;
  data: { certificateId: string; recipientName: string; verificationHash: string; expiresAt: string | null };
}

/** Waits until no work is left, and until certificates that expire within seconds have expired. */
export async function rest(laurel: Laurel): Promise<void> {
  const db = database(laurel.installation.services.em());
  const work = sql<{ count: number }>`select (
    (select count(*) from certificates where render_status in ('PENDING', 'RENDERING') or expires_at between now() and now() + interval '1 minute') +
    (select count(*) from emails where status in ('QUEUED', 'SENDING')) +
    (select count(*) from webhook_deliveries where status = 'PENDING') +
    (select count(*) from bulk_actions where completed_at is null))::int as count`;
  const count = async () => {
    // Failed attempts need not wait for their time.
    for (const schema of Object.values(QUEUE_SCHEMAS))
      await sql`update ${sql.id(schema, '_private_jobs')} set run_at = now()
        where attempts > 0 and locked_at is null and run_at > now()`.execute(db);
    return (await work.execute(db)).rows[0]?.count;
  };
  await waitFor('the end of all work', count, (left) => left === 0, { everyMs: 250 });
}

/** Returns all of an organisation's certificates that match a filter, from pages of seven. */
async function listed(laurel: Laurel, { key }: Tenant, filter: Record<string, string> = {}): Promise<Certificate[]> {
  const found: Certificate[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ ...filter, limit: '7', ...(cursor && { cursor }) });
    const { body } = await laurel.call(`/certificates?${query}`, { key });
    found.push(...body.certificates);
    cursor = body.nextCursor;
  }
  return found;
}

/** Returns the events of an organisation, oldest first. */
export async function eventsOf(laurel: Laurel, { key }: Tenant): Promise<Event[]> {
  const events: Event[] = [];
  for (let after = ''; ; ) {
    const { body } = await laurel.call(`/events?limit=100${after && `&after=${after}`}`, { key });
    if (body.events.length === 0) return events;
    events.push(...body.events);
    after = body.nextCursor;
  }
}

/** Returns a line for each view of the certificates that contradicts the certificates. */
export async function disagreements(
  laurel: Laurel,
  { ids, person, credits, tenant }: RandomChanges,
): Promise<string[]> {
  const faults: string[] = [];
  const same = (what: string, actual: unknown, wanted: unknown) => {
    if (JSON.stringify(actual) !== JSON.stringify(wanted))
      faults.push(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`);
  };
  const all = await listed(laurel, tenant);
  const idsOf = (certificates: Certificate[]) => certificates.map(({ id }) => id).sort();
  same(
    'certificates of answers that are missing',
    [...ids].filter((id) => !all.some((one) => one.id === id)),
    [],
  );
  const filters: [Record<string, string>, (one: Certificate) => boolean][] = [
    ...['GENERATED', 'EXPIRED', 'REVOKED'].map(
      (status) => [{ status }, (one: Certificate) => one.status === status] as const,
    ),
    ...['COMPLETED', 'FAILED'].map(
      (renderStatus) => [{ renderStatus }, (one: Certificate) => one.renderStatus === renderStatus] as const,
    ),
    ...['NONE', 'SENT', 'FAILED'].map(
      (emailStatus) => [{ emailStatus }, (one: Certificate) => one.emailStatus === emailStatus] as const,
    ),
    ...['true', 'false'].map(
      (renewed) => [{ renewed }, (one: Certificate) => `${one.renewedBy !== null}` === renewed] as const,
    ),
    ...ADDRESSES.map(
      (recipientEmail) =>
        [{ recipientEmail }, (one: Certificate) => isSame(one.recipientEmail, recipientEmail)] as const,
    ),
    ...TAGS.map((tag) => [{ tag }, (one: Certificate) => one.tags.some((own) => folded(own) === folded(tag))] as const),
  ].map(([filter, holds]) => [filter as Record<string, string>, holds]);
  for (const [filter, holds] of filters)
    same(`list ${JSON.stringify(filter)}`, idsOf(await listed(laurel, tenant, filter)), idsOf(all.filter(holds)));
  const { recipients } = await person.recipients.list.query({ limit: 100 });
  for (const { id, name, email, otherAddresses, certificateCount, lastIssuedAt } of recipients) {
    const addresses = [email, ...otherAddresses.map((other) => other.email)];
    const own = all.filter((one) => addresses.some((address) => isSame(one.recipientEmail, address)));
    same(`certificates of ${email}`, idsOf(await listed(laurel, tenant, { recipientId: id })), idsOf(own));
    same(`count of ${email}`, certificateCount, own.length);
    const found = (await person.recipients.list.query({ search: name })).recipients.map((recipient) => recipient.id);
    same(`search for ${name} finds ${id}, issued ${lastIssuedAt}`, found.includes(id), true);
  }
  const addressed = all.flatMap(({ recipientEmail }) => recipientEmail?.toLowerCase() ?? []);
  const shown = recipients.flatMap(({ email, otherAddresses }) => [
    email,
    ...otherAddresses.map((other) => other.email),
  ]);
  same('recipients', shown.map((email) => email.toLowerCase()).sort(), [...new Set(addressed)].sort());
  const numbers = all.flatMap(({ number }) => number ?? []);
  same('different numbers', new Set(numbers).size, numbers.length);
  const paid = all.filter(({ imported, renderStatus }) => !imported && renderStatus !== 'FAILED').length;
  same('balance', (await laurel.call('/credits', tenant)).body.balance, credits - paid);
  for (const { id, processedCount, failedCount, status } of (await person.batches.list.query({ limit: 100 })).batches) {
    const own = all.filter(({ batchId }) => batchId === id);
    const failed = own.filter(({ renderStatus }) => renderStatus === 'FAILED').length;
    same(`batch ${id}`, [status, processedCount, failedCount], ['COMPLETED', own.length, failed]);
  }
  const byCertificate = Map.groupBy(await eventsOf(laurel, tenant), ({ data }) => data.certificateId);
  for (const one of all) {
    const own = byCertificate.get(one.id) ?? [];
    const last = (...types: string[]) => own.findLast(({ type }) => types.includes(type.replace('certificate.', '')));
    const story = `${one.id} after ${own.map(({ type }) => type.replace('certificate.', '')).join(', ')}`;
    const state = last('revoked', 'reinstated')?.type;
    if (state) same(`state of ${story}`, state === 'certificate.revoked', one.status === 'REVOKED');
    const expiry = last('expiry_changed');
    if (expiry) same(`expiry of ${story}`, expiry.data.expiresAt, one.expiresAt);
    if (one.renderStatus === 'FAILED') continue;
    const ready = last('ready');
    if (ready)
      same(
        `content of ${story}`,
        [ready.data.recipientName, ready.data.verificationHash],
        [one.recipientName, one.verificationHash],
      );
    const { body } = await laurel.call(`/verify/${one.verificationHash}`);
    same(`integrity of ${story}`, [body.certificate.status, body.integrityVerified], [one.status, true]);
    const isValid = one.status === 'GENERATED' && !isSandbox(tenant.organisationId);
    same(`validity of ${story}`, body.valid, isValid);
    same(`PDF of ${story}`, (await fetch(one.pdfUrl)).status, 200);
  }
  const { violations } = await reconcile(laurel.installation.services);
  // The test has deleted a picture's file.
  faults.push(
    ...violations.filter(({ invariant }) => invariant !== 'files').map((violation) => JSON.stringify(violation)),
  );
  return faults;
}

const isSame = (address: string | null, other: string) => address?.toLowerCase() === other.toLowerCase();
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
