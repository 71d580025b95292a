import { expect, test } from 'vitest';
import { verifyWebhook } from '../../client/verify-webhook.ts';
import { database } from '../../database/sql.ts';
import { PERMISSIONS } from '../../domain/access/rules.ts';
import { type AuditEntry, eachAuditEntry } from '../../domain/audit/list.ts';
import { listMembers } from '../../domain/members/list.ts';
import { readOrganisation } from '../../domain/organisations/read.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { rest } from '../support/disagreements.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { RandomSettings } from '../support/random-settings.ts';
import { waitFor } from '../support/wait-for.ts';

const CHANGES = scale(60, 400);

test('after random changes of settings by several people, access, deliveries and the audit log agree', async () => {
  const laurel = await Laurel.start({ LOG_LEVEL: 'silent', RATE_LIMIT_SIGN_IN: '1000', RATE_LIMIT_DEFAULT: '100000' });
  const tenant = await laurel.tenant({ credits: 10_000 });
  const settings = await RandomSettings.prepare(laurel, tenant);
  const seed = Math.floor(Math.random() * 1e6);
  await settings.make(CHANGES, seed);
  await rest(laurel);
  const faults = [
    ...settings.faults,
    ...(await faultsOfMembers(laurel, tenant, settings)),
    ...(await faultsOfKeys(laurel, tenant, settings)),
    ...(await faultsOfDeliveries(laurel, tenant, settings)),
    ...(await faultsOfHistory(laurel, tenant)),
    ...(await reconcile(laurel.installation.services)).violations.map((violation) => JSON.stringify(violation)),
  ];
  expect(faults, `seed ${seed}`).toEqual([]);
  const what = `disagreements after ${settings.people.size * CHANGES} random changes of settings`;
  figure({ fault: 'F59', what, measured: faults.length, wanted: 0 });
});

const unequal = (what: string, actual: unknown, wanted: unknown): string[] =>
  JSON.stringify(actual) === JSON.stringify(wanted)
    ? []
    : [`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`];

/** Returns the entries of the audit log, oldest first. */
async function entriesOf(laurel: Laurel, tenant: Tenant): Promise<AuditEntry[]> {
  return (await Array.fromAsync(eachAuditEntry(laurel.context(tenant), {}))).reverse();
}

/** Compares the members with the audit log, and with the calls that each person can make. */
async function faultsOfMembers(laurel: Laurel, tenant: Tenant, settings: RandomSettings): Promise<string[]> {
  const { members } = await listMembers(laurel.context(tenant));
  const roles = new Map(members.map(({ email, role }) => [email, role]));
  const faults = members.some(({ role }) => role === 'owner') ? [] : ['no owner is left'];
  const addresses = new Map(members.map(({ userId, email }) => [userId, email]));
  const logged = new Map<string, string>();
  for (const { action, subject, changes } of await entriesOf(laurel, tenant)) {
    const email = addresses.get(subject ?? '') ?? subject ?? '';
    if (action === 'members.remove') logged.delete(email);
    if (['members.add', 'members.changeRole'].includes(action)) {
      const { to } = changes.find(({ field }) => field === 'role') ?? {};
      if (to) logged.set(email, to);
    }
  }
  for (const email of settings.people.keys()) {
    const role = roles.get(email);
    if (role) faults.push(...unequal(`role of ${email}`, logged.get(email), role));
    const client = settings.clientOf(email);
    const reads = await client.organisation.get.query().then(
      () => true,
      () => false,
    );
    faults.push(...unequal(`${email} reads`, reads, role !== undefined));
    const manages = await client.apiKeys.list.query().then(
      () => true,
      () => false,
    );
    const may = role !== undefined && PERMISSIONS[role].includes('api-keys:manage');
    faults.push(...unequal(`${email} manages keys`, manages, may));
  }
  return faults;
}

/** Compares the keys in use with those that the product admits. */
async function faultsOfKeys(laurel: Laurel, { organisationId }: Tenant, { keys }: RandomSettings): Promise<string[]> {
  const rows = await database(laurel.installation.services.em())
    .selectFrom('api_keys')
    .select(['id', 'revokedAt'])
    .where('organisationId', '=', organisationId)
    .where('id', 'in', [...keys.keys()])
    .execute();
  const faults = unequal('keys', rows.length, keys.size);
  for (const { id, revokedAt } of rows) {
    const statusOf = async () => (await laurel.call('/credits', { key: keys.get(id) ?? '' })).status;
    // Processes know a revocation after a second.
    if (revokedAt) await waitFor(`the end of key ${id}`, statusOf, (status) => status === 401);
    else faults.push(...unequal(`key ${id}`, await statusOf(), 200));
  }
  return faults;
}

/** Checks that each event is delivered once to each webhook, by deliveries that a secret of the webhook signed. */
async function faultsOfDeliveries(laurel: Laurel, tenant: Tenant, settings: RandomSettings): Promise<string[]> {
  const { organisationId } = tenant;
  const deliveries = await database(laurel.installation.services.em())
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhookId', 'eventPosition', 'event', 'status'])
    .where('organisationId', '=', organisationId)
    .execute();
  const faults = deliveries.flatMap(({ id, status }) => (status === 'PENDING' ? [`${id} is pending`] : []));
  const ofEvents = deliveries.filter(({ eventPosition }) => eventPosition !== null);
  const different = new Set(ofEvents.map(({ webhookId, eventPosition }) => `${webhookId} ${eventPosition}`));
  faults.push(...unequal('deliveries of an event to a webhook', ofEvents.length, different.size));
  const webhookOf = new Map(deliveries.map(({ id, webhookId }) => [id, webhookId]));
  const received = settings.receivers.flatMap((receiver) => receiver.received);
  for (const { body, headers, event } of received) {
    const webhookId = webhookOf.get(event.deliveryId);
    const secrets = webhookId ? (settings.secrets.get(webhookId) ?? []) : [...settings.secrets.values()].flat();
    const checks = await Promise.allSettled(secrets.map((secret) => verifyWebhook(body, headers, secret)));
    if (!checks.some(({ status }) => status === 'fulfilled')) faults.push(`${event.deliveryId} has no valid signature`);
  }
  const attempted = new Set(received.map(({ event }) => event.deliveryId));
  for (const { id, status } of deliveries)
    if (status === 'SUCCEEDED' && !attempted.has(id)) faults.push(`${id} was not received`);
  return faults;
}

/** Checks that each change in the audit log begins with the value that the one before it left, and that the last one is in force. */
async function faultsOfHistory(laurel: Laurel, tenant: Tenant): Promise<string[]> {
  const faults: string[] = [];
  const values = new Map<string, string | null>();
  for (const { action, subject, changes } of await entriesOf(laurel, tenant))
    for (const { field, from, to } of changes) {
      if (!['webhooks.update', 'organisation.update'].includes(action)) continue;
      const name = `${subject} ${field}`;
      if (values.has(name)) faults.push(...unequal(`former ${name}`, from, values.get(name)));
      values.set(name, to);
    }
  const organisation = await readOrganisation(laurel.context(tenant));
  for (const field of ['brandColor', 'emailSubject', 'websiteUrl'] as const)
    faults.push(...unequal(field, organisation[field] ?? null, values.get(`null ${field}`) ?? null));
  return faults;
}
