import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { expect, test, vi } from 'vitest';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { authenticate } from '../support/authentic.ts';
import { addressOf, issueBatch, processed, reconcile } from '../support/batches.ts';
import { figure, isLong, scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

// Workers count as dead after 15 s. The tests wait for that concurrently.
if (!isLong) vi.setConfig({ testTimeout: 180_000 });

const db = (laurel: Laurel) => database(laurel.installation.services.em());

/** Waits until every e-mail of a tenant is SENT, FAILED or UNCERTAIN. */
async function settled(laurel: Laurel, { organisationId }: Tenant): Promise<void> {
  const unsettled = sql`
    select * from emails where organisation_id = ${organisationId} and status in ('QUEUED', 'SENDING')`;
  const read = async () => (await unsettled.execute(db(laurel))).rows;
  await waitFor('the end of every e-mail', read, ({ length }) => length === 0, { everyMs: 200 });
}

/** Returns the workers that hold a job of any queue. */
async function workersAtWork(laurel: Laurel): Promise<string[]> {
  const { rows } = await sql<{ lockedBy: string }>`
    select locked_by from laurel_renders._private_jobs where locked_by is not null
    union select locked_by from laurel_batch_renders._private_jobs where locked_by is not null
    union select locked_by from laurel_tasks._private_jobs where locked_by is not null
    union select locked_by from laurel_mails._private_jobs where locked_by is not null
    union select locked_by from laurel_webhooks._private_jobs where locked_by is not null`.execute(db(laurel));
  return rows.map(({ lockedBy }) => lockedBy);
}

/** Kills the process and starts it again. `recovered` is the time until no job waits for a dead worker, in ms. */
async function killAndRestart(laurel: Laurel, { isLast = true } = {}): Promise<{ recovered: Promise<number> }> {
  await laurel.stop('SIGKILL');
  const dead = new Set(await workersAtWork(laurel));
  await (isLast ? laurel.launchHere() : laurel.launch());
  const begin = performance.now();
  const recovered = waitFor(
    `the release of the jobs of ${[...dead]}`,
    () => workersAtWork(laurel),
    (workers) => !workers.some((worker) => dead.has(worker)),
  );
  return { recovered: recovered.then(() => performance.now() - begin) };
}

async function sendTo(laurel: Laurel, { key, templateId }: Tenant, recipientEmail: string): Promise<string> {
  const body = { templateId, variables: VARIABLES, recipientEmail, sendEmail: true };
  return (await laurel.call('/certificates', { key, body })).body.id;
}

const statusOf = async (laurel: Laurel, { key }: Tenant, id: string): Promise<string> =>
  (await laurel.call(`/certificates/${id}`, { key })).body.emailStatus;

test.concurrent('kills during a batch with e-mails: everything is issued, debited and reported once, and only e-mails in transmission can be missing', async () => {
  const [count, kills] = [scale(40, 1000), scale(2, 5)];
  /** Recipients whose message the server started to receive. */
  const begun = new Set<string | undefined>();
  const mailbox = await Mailbox.start({
    onRcptTo: (_address, _session, callback) => void setTimeout(callback, 20),
    onData: (stream, { envelope }, callback) => {
      begun.add(envelope.rcptTo[0]?.address);
      simpleParser(stream).then((mail) => {
        mailbox.mails.push(mail);
        callback();
      }, callback);
    },
  });
  const receiver = await Receiver.start();
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url }, { isApart: true });
  const tenant = await laurel.tenant({ credits: count + 1 });
  const { key, organisationId } = tenant;
  await createWebhook(laurel.context(tenant), {
    name: 'all',
    url: receiver.url,
    events: ['certificate.ready', 'batch.completed'],
  });
  const { batchId, certificates } = await issueBatch(laurel, tenant, count, true);
  const recoveries: Promise<number>[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await processed(laurel, key, batchId, Math.floor((count * kill) / (kills + 1)));
    const { recovered } = await killAndRestart(laurel, { isLast: kill === kills });
    recoveries.push(recovered);
  }
  expect(await laurel.completed(key, batchId)).toMatchObject({ processedCount: count, failedCount: 0 });
  await settled(laurel, tenant);
  const idsOf = (event: string) => new Set(receiver.of(event).map(({ event: { deliveryId } }) => deliveryId));
  await waitFor(
    `${count} certificates and one batch in webhooks`,
    () => [idsOf('certificate.ready').size, idsOf('batch.completed').size],
    ([ready = 0, completed = 0]) => ready >= count && completed >= 1,
  );
  const published = new Set(receiver.of('certificate.ready').map(({ event }) => event.data.certificateId));
  expect(published).toEqual(new Set(certificates.map(({ id }) => id)));
  expect([idsOf('certificate.ready').size, idsOf('batch.completed').size]).toEqual([count, 1]);

  const { breaches, uncertainEmails } = await reconcile(laurel);
  expect(breaches).toEqual([]);
  const { rows } = await sql<{ debits: number }>`
    select -sum(amount)::int as debits from credit_entries
    where organisation_id = ${organisationId} and kind = 'DEBIT'`.execute(db(laurel));
  const uncertain = new Set(uncertainEmails.map(({ recipient }) => recipient));
  const sent = new Set(mailbox.mails.flatMap(recipientsOf));
  const missing = certificates.map((_, index) => addressOf(index)).filter((address) => !sent.has(address));
  const messageIds = mailbox.mails.map(({ messageId }) => messageId);
  const what = `of ${count}, killed ${kills} times:`;
  figure({ fault: 'F1', what: `${what} debits`, measured: `${rows[0]?.debits}`, wanted: `${count}` });
  figure({ fault: 'F1', what: `${what} certificates reported`, measured: `${published.size}`, wanted: `${count}` });
  const repeated = messageIds.length - new Set(messageIds).size;
  figure({ fault: 'F1', what: `${what} repeated Message-IDs`, measured: repeated, wanted: 0 });
  const unlisted = missing.filter((address) => !uncertain.has(address)).length;
  figure({ fault: 'F1', what: `${what} missing and unlisted e-mails`, measured: unlisted, wanted: 0 });
  const untouched = [...uncertain].filter((address) => !begun.has(address)).length;
  figure({ fault: 'F1', what: `${what} listed although not handed over`, measured: untouched, wanted: 0 });
  const slowest = Math.round(Math.max(...(await Promise.all(recoveries))) / 1000);
  timing({ fault: 'F1', what: `${what} slowest recovery`, measured: slowest, wanted: 30, unit: 's' });
});

test.concurrent('an e-mail is sent again if its worker dies before the last byte, and is UNCERTAIN if the worker dies after it', async () => {
  const mailbox = await Mailbox.start({
    onRcptTo: ({ address }, _session, callback) => {
      asked.push(address);
      // No answer at first, so that the worker dies with its e-mail unsent.
      if (address !== 'before@example.org' || asked.filter((other) => other === address).length > 1) callback();
    },
    onData: (stream, _session, callback) => {
      simpleParser(stream).then((mail) => {
        mailbox.mails.push(mail);
        if (!recipientsOf(mail).includes('after@example.org')) callback();
      }, callback);
    },
  });
  const asked: string[] = [];
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url }, { isApart: true });
  const tenant = await laurel.tenant();
  const [before, after] = [
    await sendTo(laurel, tenant, 'before@example.org'),
    await sendTo(laurel, tenant, 'after@example.org'),
  ];
  await waitFor(
    'both e-mails at the mail server',
    () => ({ asked, arrived: mailbox.mails.length }),
    ({ arrived }) => asked.includes('before@example.org') && arrived === 1,
  );
  await killAndRestart(laurel);
  await settled(laurel, tenant);
  expect([await statusOf(laurel, tenant, before), await statusOf(laurel, tenant, after)]).toEqual([
    'SENT',
    'UNCERTAIN',
  ]);
  expect(mailbox.mails.flatMap(recipientsOf)).toEqual(['after@example.org', 'before@example.org']);
  const { uncertainEmails, breaches } = await reconcile(laurel);
  expect(uncertainEmails).toMatchObject([{ certificateId: after }]);
  expect(breaches).toEqual([]);
});

test.concurrent('a worker that dies in the last attempt leaves no e-mail queued: it is FAILED or UNCERTAIN', async () => {
  const mailbox = await Mailbox.start();
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url });
  const tenant = await laurel.tenant();
  const { organisationId } = tenant;
  const { id: certificateId } = await laurel.issue(tenant);
  await laurel.stop();
  for (const status of ['QUEUED', 'SENDING']) {
    await sql`
      insert into emails (organisation_id, id, kind, certificate_id, recipient, status, created_at, mac)
      values (${organisationId}, gen_random_uuid(), 'CERTIFICATE', ${certificateId}, ${status}, ${status}, now(), '')`.execute(
      db(laurel),
    );
  }
  await authenticate(laurel.installation.services, 'emails', sql`mac = ''`);
  const { rows } = await sql<{ id: string }>`select id from emails where organisation_id = ${organisationId}`.execute(
    db(laurel),
  );
  const jobs = rows.map(({ id: emailId }) => ({ payload: { organisationId, emailId } }));
  await enqueue(laurel.installation.services.em(), 'send-email', jobs);
  await sql`
    update laurel_mails._private_jobs set attempts = 10, locked_by = 'dead', locked_at = now() - interval '1 minute'`.execute(
    db(laurel),
  );
  await laurel.launch();
  await settled(laurel, tenant);
  const ended = await sql<{ recipient: string; status: string }>`
    select recipient, status from emails order by recipient`.execute(db(laurel));
  expect(ended.rows).toEqual([
    { recipient: 'QUEUED', status: 'FAILED' },
    { recipient: 'SENDING', status: 'UNCERTAIN' },
  ]);
});

test.concurrent('an answer that cannot be recorded immediately is recorded later: the e-mail is SENT, not UNCERTAIN', async () => {
  const mailbox = await Mailbox.start();
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url });
  const tenant = await laurel.tenant();
  // A sequence keeps its count when a transaction is rolled back.
  for (const statement of [
    sql`create sequence refusals`,
    sql`create function refuse() returns trigger language plpgsql as
      $$ begin perform nextval('refusals'); raise exception 'not now'; end $$`,
    sql`create trigger refuse before update on emails for each row when (new.status = 'SENT') execute function refuse()`,
  ])
    await statement.execute(db(laurel));
  const id = await sendTo(laurel, tenant, 'patient@example.org');
  const refusals = sql<{ isCalled: boolean }>`select is_called from refusals`;
  await waitFor('a refused update', async () => (await refusals.execute(db(laurel))).rows[0]?.isCalled);
  await sql`drop trigger refuse on emails`.execute(db(laurel));
  await settled(laurel, tenant);
  expect(await statusOf(laurel, tenant, id)).toBe('SENT');
  expect(mailbox.mails).toHaveLength(1);
});

test.concurrent('kills during corrections and changes of expiry: each takes effect once, and every certificate stays genuine', async () => {
  const [count, kills] = [scale(8, 60), scale(2, 5)];
  const laurel = await Laurel.start({}, { isApart: true });
  const tenant = await laurel.tenant({ credits: count + 1 });
  const { key } = tenant;
  const { batchId, certificates } = await issueBatch(laurel, tenant, count, false);
  await laurel.completed(key, batchId);
  const change = (id: string, index: number) =>
    index % 2 === 0
      ? { path: `/certificates/${id}/correct`, body: { variables: { name: `Ada ${index}` }, reason: 'x' } }
      : { path: `/certificates/${id}/expiry`, body: { expiresAt: '2090-12-31', reason: 'x' } };
  /** Repeats a call until it is answered, with the same key, as clients do. */
  const changed = async (id: string, index: number): Promise<void> => {
    const { path, body } = change(id, index);
    const headers = { 'Idempotency-Key': `change ${id}` };
    const call = () => laurel.call(path, { key, body, headers }).catch(() => ({ status: 0 }));
    await waitFor(`the change of ${id}`, call, ({ status }) => status === 200 || status === 201, { everyMs: 200 });
  };
  const changes = Promise.all(certificates.map(({ id }, index) => changed(id, index)));
  const recoveries: Promise<number>[] = [];
  for (let kill = 1; kill <= kills; kill++)
    recoveries.push((await killAndRestart(laurel, { isLast: kill === kills })).recovered);
  await changes;
  let wrong = 0;
  for (const [index, { id }] of certificates.entries()) {
    const certificate = await laurel.rendered(key, id);
    const { body } = await laurel.call(`/verify/${certificate.verificationHash}`);
    const isChanged = index % 2 === 0 ? certificate.revision === 2 : certificate.expiresAt?.startsWith('2091');
    const files = await Promise.all([certificate.pdfUrl, certificate.credentialUrl].map((url) => fetch(url)));
    if (!body.valid || !isChanged || files.some(({ status }) => status !== 200)) wrong++;
  }
  await Promise.all(recoveries);
  figure({
    fault: 'F1',
    what: `wrong of ${count} changed certificates, killed ${kills} times`,
    measured: wrong,
    wanted: 0,
  });
  expect((await reconcile(laurel)).breaches).toEqual([]);
});
