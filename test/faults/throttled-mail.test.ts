import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { database } from '../../database/sql.ts';
import { addressOf, issueBatch, reconcile } from '../support/batches.ts';
import { figure, isLong, scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { waitFor } from '../support/wait-for.ts';

vi.setConfig({ testTimeout: isLong ? 60 * 60_000 : 180_000 });

const db = (laurel: Laurel) => database(laurel.installation.services.em());

/** Starts a mail server that accepts a number of e-mails per time window, and refuses the rest with 421 or 450. */
async function throttledMailbox(taken: number, windowMs: number) {
  const seen = { refusals: 0 };
  let [window, count] = [0, 0];
  const mailbox = await Mailbox.start({
    onRcptTo: (_address, _session, callback) => {
      const now = Math.floor(performance.now() / windowMs);
      if (now !== window) [window, count] = [now, 0];
      if (count++ < taken) return callback();
      const responseCode = seen.refusals++ % 2 === 0 ? 450 : 421;
      callback(Object.assign(new Error('4.7.0 too many messages, slow down'), { responseCode }));
    },
  });
  return { mailbox, seen };
}

/** Waits until a tenant has no e-mails left to send. Resolves to the number of e-mails by status. */
async function settled(laurel: Laurel, { organisationId }: Tenant): Promise<Record<string, number>> {
  const read = async () => {
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*)::int as count from emails where organisation_id = ${organisationId}
      group by status`.execute(db(laurel));
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  return waitFor('the end of every e-mail', read, ({ QUEUED, SENDING }) => !QUEUED && !SENDING, { everyMs: 500 });
}

/** Number of e-mails, accepted number per window, window in ms, and maximum seconds until all arrive. */
const RUNS: [number, number, number, number][] = isLong
  ? [
      [1000, 100, 60_000, 12 * 60],
      [300, 30, 60_000, 15 * 60],
    ]
  : [[60, 5, 1000, 60]];

/** Records the arrived e-mails of a batch. Every sent one must have arrived once, and only uncertain ones may be missing. */
function record(what: string, count: number, mailbox: Mailbox, uncertain: readonly string[] = []): void {
  const arrived = mailbox.mails.flatMap(recipientsOf);
  const wanted = Array.from({ length: count }, (_, index) => addressOf(index));
  const lost = wanted.filter((to) => !arrived.includes(to) && !uncertain.includes(to)).length;
  figure({ fault: 'F43', what: `${what} mails lost`, measured: lost, wanted: 0 });
  const repeated = arrived.length - new Set(arrived).size;
  figure({ fault: 'F43', what: `${what} mails twice`, measured: repeated, wanted: 0 });
}

test('all e-mails arrive once if workers are killed while e-mails wait for a throttling server', async () => {
  const [count, kills] = [scale(40, 300), scale(1, 3)];
  const { mailbox } = await throttledMailbox(5, 1000);
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url }, { isApart: true });
  const tenant = await laurel.tenant({ credits: count });
  const { batchId } = await issueBatch(laurel, tenant, count, true);
  await laurel.completed(tenant.key, batchId);
  for (let kill = 1; kill <= kills; kill++) {
    await mailbox.wait(Math.floor((count * kill) / (kills + 1)));
    await laurel.stop('SIGKILL');
    await (kill === kills ? laurel.launchHere() : laurel.launch());
  }
  await settled(laurel, tenant);
  const { breaches, uncertainEmails } = await reconcile(laurel);
  record(
    `${count} e-mails, 5 accepted per second, ${kills} kills:`,
    count,
    mailbox,
    uncertainEmails.map(({ recipient }) => recipient),
  );
  expect(breaches).toEqual([]);
});

test.each(RUNS)(
  'sends %i e-mails through a server that accepts %i per %i ms: all arrive at that pace, once',
  async (count, taken, windowMs, seconds) => {
    const { mailbox, seen } = await throttledMailbox(taken, windowMs);
    const laurel = await Laurel.start({ SMTP_URL: mailbox.url });
    const tenant = await laurel.tenant({ credits: count });
    const begin = performance.now();
    const { batchId } = await issueBatch(laurel, tenant, count, true);
    await laurel.completed(tenant.key, batchId);
    const counts = await settled(laurel, tenant);
    const took = Math.round((performance.now() - begin) / 1000);
    const what = `${count} e-mails, ${taken} accepted per ${windowMs / 1000} s:`;
    figure({
      fault: 'F43',
      what: `${what} states`,
      measured: JSON.stringify(counts),
      wanted: JSON.stringify({ SENT: count }),
    });
    record(what, count, mailbox);
    figure({
      fault: 'F43',
      what: `${what} refusals per e-mail`,
      measured: seen.refusals / count,
      wanted: scale(0.6, 0.3),
    });
    timing({ fault: 'F43', what: `${what} all arrived`, measured: took, wanted: seconds, unit: 's' });
    expect((await reconcile(laurel)).breaches).toEqual([]);
  },
);
