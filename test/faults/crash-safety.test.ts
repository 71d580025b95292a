import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { database } from '../../database/queue.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { Receiver } from '../support/receiver.ts';

const reconcile = async (laurel: Laurel) => {
  const env = { PATH: process.env.PATH, ...laurel.operatorEnvironment() };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/main.ts', 'reconcile'], { env });
  return JSON.parse(stdout) as { breaches: unknown[]; uncertainEmails: { certificateId: string }[] };
};

const addressOf = (index: number) => `recipient-${index}@example.org`;

async function issueBatch(laurel: Laurel, { key, templateId }: Tenant, count: number, sendEmail: boolean) {
  const recipients = Array.from({ length: count }, (_, index) => ({
    variables: { ...VARIABLES, name: `Recipient ${index}` },
    recipientEmail: addressOf(index),
  }));
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients, sendEmail } });
  return body as { batchId: string; certificates: { id: string; recipientName: string }[] };
}

async function processed(laurel: Laurel, key: string, batchId: string, atLeast: number): Promise<void> {
  for (;;) {
    const { body } = await laurel.call(`/batches/${batchId}`, { key });
    if (body.processedCount >= atLeast) return;
    await sleep(50);
  }
}

test('three kills in a batch of 300: all is rendered, paid, told and sent once, and goes on within 30 seconds', async () => {
  const mailbox = await Mailbox.start();
  const receiver = await Receiver.start();
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url });
  const tenant = await laurel.tenant({ credits: 301 });
  const { key } = tenant;
  const events = ['certificate.ready', 'batch.completed'] as const;
  await createWebhook(laurel.context(tenant), { name: 'all', url: receiver.url, events: [...events] });
  const { batchId, certificates } = await issueBatch(laurel, tenant, 300, true);
  for (const count of [40, 100, 160]) {
    await processed(laurel, key, batchId, count);
    await laurel.stop('SIGKILL');
    await laurel.launch();
    const relaunched = Date.now();
    await processed(laurel, key, batchId, count + 20);
    expect(Date.now() - relaunched).toBeLessThan(30_000);
  }
  expect(await laurel.completed(key, batchId)).toMatchObject({ processedCount: 300, failedCount: 0 });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 1 });

  const idsOf = (event: string) => new Set(receiver.of(event).map((received) => received.event.deliveryId));
  while (idsOf('certificate.ready').size < 300 || idsOf('batch.completed').size < 1) await sleep(50);
  const told = new Map(
    receiver.of('certificate.ready').map(({ event }) => [event.deliveryId, event.data.certificateId]),
  );
  expect(new Set(told.values())).toEqual(new Set(certificates.map(({ id }) => id)));

  const unsettled = sql`select from emails where organisation_id = ${tenant.organisationId}
    and status in ('QUEUED', 'SENDING')`;
  const db = database(laurel.installation.services.em());
  while ((await unsettled.execute(db)).rows.length > 0) await sleep(200);
  const { breaches, uncertainEmails } = await reconcile(laurel);
  expect(breaches).toEqual([]);
  expect([told.size, idsOf('batch.completed').size]).toEqual([300, 1]);
  const mails = mailbox.mails.map(({ messageId }) => messageId);
  expect(new Set(mails).size).toBe(mails.length);
  const uncertain = new Set(uncertainEmails.map(({ certificateId }) => certificateId));
  const sent = new Set(mailbox.mails.flatMap(recipientsOf));
  const missing = certificates.filter(({ id }, index) => !uncertain.has(id) && !sent.has(addressOf(index)));
  expect(missing).toEqual([]);
}, 180_000);
