import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { subscriptionUrl } from '../../domain/expiry/link-subscription.ts';
import { setSubscription } from '../../domain/expiry/set-subscription.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { type Laurel, type Tenant, VARIABLES } from './laurel.ts';
import { uploadOriginal } from './original-pdf.ts';
import { confirmSender } from './own-servers.ts';
import { nativeClient, sessionOf } from './people.ts';
import { photograph, uploadPicture } from './portraits.ts';
import { waitFor } from './wait-for.ts';

const box = { x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const design = (more: object) => ({
  name: 'Filled',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', ...box, text: '{{name}}' }],
  ...more,
});
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Fills each table that `Laurel.issue` and the other helpers leave empty, by calls of the product. Each keeps two rows after one is
 * deleted. `emails` are the addresses of two members.
 */
export async function fillTables(laurel: Laurel, tenant: Tenant, { owner, emails }: Filling): Promise<Filled> {
  const { key, templateId } = tenant;
  const numberedTemplateId = await issueNumbered(laurel, tenant, owner);
  for (const colour of ['#123456', '#654321']) await succeed(uploadPicture(laurel, key, await photograph(colour)));
  for (const text of ['One', 'Two']) await succeed(uploadOriginal(laurel, key, text));
  await askForPasswords(laurel, emails);
  await signMails(laurel, tenant);
  await remind(laurel, tenant);
  const webhookId = await ping(owner);
  for (const name of ['Spring', 'Autumn']) {
    const recipients = [{ variables: VARIABLES }, { variables: VARIABLES }];
    const { batchId } = await owner.batches.issue.mutate({ templateId, recipients, name });
    await laurel.completed(key, batchId);
  }
  await noDeliveries(laurel);
  return { webhookId, numberedTemplateId };
}

/** Ids for later changes. */
interface Filled {
  webhookId: string;
  numberedTemplateId: string;
}

interface Filling {
  owner: ReturnType<typeof nativeClient>;
  emails: readonly string[];
}

async function succeed(call: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await call;
  if (status >= 400) throw new Error(JSON.stringify(body));
}

const db = ({ installation }: Laurel) => database(installation.services.em());
const count = async (laurel: Laurel, table: string, where = sql`true`): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(
    db(laurel),
  );
  return rows[0]?.n ?? 0;
};

/** Issues numbered certificates, corrects them and changes their expiry by bulk actions. Returns a template with numbers. */
async function issueNumbered(laurel: Laurel, tenant: Tenant, owner: Filling['owner']): Promise<string> {
  let last = '';
  for (const series of ['First', 'Second']) {
    await owner.numberSeries.create.mutate({ name: series, pattern: `${series}-{#}` });
    const { id: templateId } = await importTemplate(laurel.context(tenant), design({ numbering: { series } }));
    const { id } = await laurel.issue({ ...tenant, templateId }, { name: 'Ada' });
    last = templateId;
    await owner.certificates.correct.mutate({ id, variables: { name: 'Ada Lovelace' }, reason: 'a mistake' });
    await laurel.rendered(tenant.key, id);
    const expiry = { expiresAt: '2090-12-31', reason: 'an extension' };
    await owner.certificates.changeExpiryOfMany.mutate({ selection: { ids: [id] }, ...expiry });
  }
  const open = () => count(laurel, 'bulk_actions', sql`completed_at is null`);
  await waitFor('the end of the bulk actions', open, (left) => left === 0);
  return last;
}

async function askForPasswords(laurel: Laurel, emails: readonly string[]): Promise<void> {
  for (const email of emails)
    await fetch(`${laurel.url}/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: laurel.url },
      body: JSON.stringify({ email }),
    });
  const sent = () => count(laurel, 'emails', sql`kind = 'PASSWORD_RESET' and status = 'SENT'`);
  await waitFor('links for new passwords', sent, (mails) => mails === emails.length);
}

/** Makes keys for the e-mails of three organisations, because each has at most one. */
async function signMails(laurel: Laurel, tenant: Tenant): Promise<void> {
  for (const [domain, one] of [
    ['one.example', tenant],
    ['two.example', await laurel.tenant()],
    ['three.example', await laurel.tenant()],
  ] as const) {
    await confirmSender(laurel, one, `office@${domain}`);
    await nativeClient(laurel, await sessionOf(laurel, one, `dkim@${domain}`, 'owner')).dkim.create.mutate();
  }
}

/** Issues certificates that expire soon. Their recipients then stop the reminders, and three members want the digest. */
async function remind(laurel: Laurel, tenant: Tenant): Promise<void> {
  const { services } = laurel.installation;
  const { organisationId, key } = tenant;
  for (const email of ['reader@one.example', 'reader@two.example', 'reader@three.example']) {
    const reader = nativeClient(laurel, await sessionOf(laurel, tenant, email, 'admin'));
    await reader.members.chooseDigest.mutate({ isWanted: true });
  }
  const { id: templateId } = await importTemplate(laurel.context(tenant), design({ reminders: { daysBefore: [30] } }));
  for (const recipientEmail of ['one@reminded.example', 'two@reminded.example']) {
    const expiresAt = new Date(Date.now() + 20 * DAY_MS).toISOString();
    const body = { templateId, variables: { name: 'Ada' }, recipientEmail, expiresAt };
    const { id } = (await laurel.call('/certificates', { key, body })).body;
    await laurel.rendered(key, id);
    await waitFor('a reminder', () => count(laurel, 'expiries', sql`certificate_id = ${id} and email_id is not null`));
    const { recipientId } = await read(laurel, id);
    const url = new URL(subscriptionUrl(services, { organisationId, kind: 'REMINDERS', id: recipientId }));
    await setSubscription(services, url.searchParams.get('code') ?? '', false);
  }
}

async function read(laurel: Laurel, id: string): Promise<{ recipientId: string }> {
  const { rows } = await sql<{ recipientId: string }>`select recipient_id from certificates where id = ${id}`.execute(
    db(laurel),
  );
  if (!rows[0]) throw new Error('no certificate');
  return rows[0];
}

/** Makes deliveries to an address where nothing listens. Returns their webhook. */
async function ping(owner: Filling['owner']): Promise<string> {
  const events = ['batch.completed' as const];
  await owner.webhooks.create.mutate({ name: 'unused', url: 'https://127.0.0.1:9/', events });
  const { id } = await owner.webhooks.create.mutate({ name: 'pinged', url: 'https://127.0.0.1:9/', events });
  for (const _ of ['first', 'second']) await owner.webhooks.ping.mutate({ id });
  return id;
}

/** Waits until all deliveries have ended. */
export const noDeliveries = (laurel: Laurel): Promise<number> =>
  waitFor(
    'the end of the deliveries',
    () => count(laurel, 'webhook_deliveries', sql`status = 'PENDING'`),
    (left) => left === 0,
  );
