import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { database } from '../../database/sql.ts';
import { runExpiries } from '../../domain/expiry/run.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { copyCertificate } from '../support/copies.ts';
import { figure, isLong, scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { waitFor } from '../support/wait-for.ts';

if (!isLong) vi.setConfig({ testTimeout: 180_000 });

const DAY_MS = 24 * 60 * 60 * 1000;
const DESIGN = {
  name: 'Licence',
  recipientNameVariable: 'name',
  reminders: { daysBefore: [7] },
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, text: '{{name}}', font: 'Inter', size: 12 }],
};

async function issued(laurel: Laurel, more: object) {
  const tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), DESIGN);
  const body = { templateId, variables: { name: VARIABLES.name }, ...more };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  await laurel.rendered(tenant.key, id);
  return { tenant, id };
}

/** Returns how many certificates have an event of the type, and how many such events there are. */
async function eventsOf(laurel: Laurel, { organisationId }: Tenant, type: string) {
  const { rows } = await sql<{ certificates: number; events: number }>`
    select count(distinct subject_id)::int as certificates, count(*)::int as events from events
    where organisation_id = ${organisationId} and type = ${type}`.execute(db(laurel));
  return rows[0] ?? { certificates: 0, events: 0 };
}

const db = (laurel: Laurel) => database(laurel.installation.services.em());

test('kills while reminders are due: each certificate is announced once, and each recipient e-mailed at most once', async () => {
  const mailbox = await Mailbox.start();
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url, MAIL_FROM: 'c@example.org' }, { isApart: true });
  const count = scale(700, 900);
  const expiresAt = new Date(Date.now() + 8 * DAY_MS).toISOString();
  const { tenant, id } = await issued(laurel, { expiresAt, recipientEmail: 'reader@example.org' });
  const soon = new Date(Date.now() + 5 * DAY_MS).toISOString();
  await laurel.stop('SIGKILL');
  // All of them are due with the next start.
  await sql`update certificates set expires_at = ${soon} where id = ${id}`.execute(db(laurel));
  await copyCertificate(laurel, tenant, { id, count: count - 1 });
  for (const pause of [0, 300, 900]) {
    await laurel.launch();
    const some = async () => (await eventsOf(laurel, tenant, 'certificate.expiring')).events;
    await waitFor('the first page', some, (events) => events > 0);
    await new Promise((resolve) => setTimeout(resolve, pause));
    await laurel.stop('SIGKILL');
  }
  await laurel.launchHere();
  const announced = () => eventsOf(laurel, tenant, 'certificate.expiring');
  await waitFor('all events', announced, ({ certificates }) => certificates === count);
  const states = async () => {
    const { rows } = await sql<{ status: string; number: number }>`select status, count(*)::int as number from emails
      where organisation_id = ${tenant.organisationId} and kind = 'EXPIRY_REMINDER' group by 1`.execute(db(laurel));
    return Object.fromEntries(rows.map(({ status, number }) => [status, number])) as Record<string, number>;
  };
  const { SENT = 0, UNCERTAIN = 0 } = await waitFor(
    'the end of all mails',
    states,
    ({ QUEUED = 0, SENDING = 0, SENT: sent = 0, UNCERTAIN: unknown = 0 }) =>
      QUEUED + SENDING === 0 && sent + unknown === count,
  );
  const ids = mailbox.mails.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(SENT);
  const { events } = await announced();
  figure({ fault: 'F52', what: 'events of certificates with several', measured: events - count, wanted: 0 });
  figure({
    fault: 'F52',
    what: 'reminders neither sent nor in transmission',
    measured: count - SENT - UNCERTAIN,
    wanted: 0,
  });
});

test('certificates that expire in the same minute are spread over an hour, each announced once', async () => {
  const laurel = await Laurel.start();
  const count = scale(2500, 100_000);
  const { tenant, id } = await issued(laurel, { expiresAt: new Date(Date.now() + 90 * DAY_MS).toISOString() });
  await copyCertificate(laurel, tenant, { id, count: count - 1 });
  const start = Date.now() + 91 * DAY_MS;
  const runAt = (ms: number) =>
    waitFor('a run', () => runExpiries({ ...laurel.installation.services, now: () => new Date(start + ms) }), Boolean);
  await runAt(-100 * DAY_MS);
  const begin = performance.now();
  await runAt(0);
  timing({ fault: 'F53', what: 'first run', measured: performance.now() - begin, wanted: 20_000, unit: 'ms' });
  let before = (await eventsOf(laurel, tenant, 'certificate.expired')).events;
  expect(before).toBeLessThanOrEqual(1000);
  let most = 0;
  for (let minute = 1; minute <= 60; minute++) {
    await runAt(minute * 60_000);
    const { events } = await eventsOf(laurel, tenant, 'certificate.expired');
    most = Math.max(most, events - before);
    before = events;
  }
  const after = await eventsOf(laurel, tenant, 'certificate.expired');
  figure({
    fault: 'F53',
    what: 'certificates without one event after an hour',
    measured: count - after.certificates,
    wanted: 0,
  });
  figure({ fault: 'F53', what: 'events of certificates with several', measured: after.events - count, wanted: 0 });
  figure({
    fault: 'F53',
    what: 'most events in a minute',
    measured: most,
    // Each run takes 1,000, and those whose time has come.
    wanted: 1000 + Math.ceil(count / 40),
  });
});
