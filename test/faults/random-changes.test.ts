import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EVENT_TYPE_NAMES } from '../../domain/events/types.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { disagreements, eventsOf, rest } from '../support/disagreements.ts';
import { figure, isLong, scale } from '../support/faults.ts';
import { Laurel } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { RandomChanges } from '../support/random-changes.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

const CLIENTS = 4;
const CREDITS = 5000;
const CHANGES = scale(40, 400);
/** Fewer in test mode, where a move of the clock stops at each notice. */
const CHANGES_IN_TEST_MODE = scale(40, 150);
const NO_LIMITS = { RATE_LIMIT_DEFAULT: '100000', RATE_LIMIT_CERTIFICATES: '100000', RATE_LIMIT_BATCHES: '100000' };

test('after random changes by several clients, lists, counts, events and verification agree', async () => {
  const [mailbox, receiver] = [await Mailbox.start(), await Receiver.start()];
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent', ...NO_LIMITS });
  const changes = await RandomChanges.prepare(laurel, CREDITS);
  const { tenant } = changes;
  await createWebhook(laurel.context(tenant), { name: 'all', url: receiver.url, events: [...EVENT_TYPE_NAMES] });
  const start = (await eventsOf(laurel, tenant)).length;
  // A new seed for each run; the message of a failure names it.
  const seed = Math.floor(Math.random() * 1e6);
  const kills = isLong ? killOften(laurel) : null;
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => changes.make(CHANGES, seed + client)));
  await kills?.stop();
  await rest(laurel);
  const faults = [...changes.faults, ...(await disagreements(laurel, changes))];
  const events = (await eventsOf(laurel, tenant)).length - start;
  await waitFor(
    'all deliveries',
    () => deliveriesOf(receiver).size,
    (count) => count >= events,
  );
  if (deliveriesOf(receiver).size > events) faults.push('more deliveries than events');
  expect(faults, `seed ${seed}`).toEqual([]);
  const what = `disagreements after ${CLIENTS * CHANGES} random changes`;
  figure({ fault: 'F57', what, measured: faults.length, wanted: 0 });
});

const deliveriesOf = ({ received }: Receiver) => new Set(received.map(({ event }) => event.deliveryId));

test('test mode agrees with itself after random changes, moves of its clock and resets, and leaves live data alone', async () => {
  const laurel = await Laurel.start({ LOG_LEVEL: 'silent', ...NO_LIMITS });
  const live = await laurel.tenant();
  await laurel.issue(live);
  const changes = await RandomChanges.prepareTestMode(laurel, live);
  const readLive = async () => {
    const { certificates } = (await laurel.call('/certificates', live)).body;
    const events = (await eventsOf(laurel, live)).filter(({ type }) => type.startsWith('certificate.'));
    // The product has another address after each start, and certificates keep the one that is printed on them for a while.
    const text = JSON.stringify({ certificates, events }).replaceAll(/http:\/\/localhost:\d+/g, '');
    return [JSON.parse(text), (await laurel.call('/credits', live)).body];
  };
  const before = await readLive();
  const seed = Math.floor(Math.random() * 1e6);
  const kills = isLong ? killOften(laurel) : null;
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => changes.make(CHANGES_IN_TEST_MODE, seed + client)));
  await kills?.stop();
  await changes.letExpire();
  await rest(laurel);
  expect([...changes.faults, ...(await disagreements(laurel, changes))], `seed ${seed}`).toEqual([]);
  expect(await readLive()).toEqual(before);
});

/** Kills the product again and again. */
function killOften(laurel: Laurel) {
  let stopped = false;
  const killing = (async () => {
    for (; !stopped; await sleep(10_000)) {
      await laurel.stop('SIGKILL');
      await laurel.launch();
    }
  })();
  return {
    stop: () => {
      stopped = true;
      return killing;
    },
  };
}
