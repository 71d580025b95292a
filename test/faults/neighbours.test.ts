import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({ TRUST_PROXY: 'loopback' }, { isApart: true });
  [tenant, other] = [await laurel.tenant(), await laurel.tenant({ credits: 10_000 })];
});

const percentile = (times: number[], share: number): number =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const rounded = (ratio: number): number => Math.round(ratio * 100) / 100;

/** Returns the durations of consecutive calls in ms, until `isOver`. */
async function timesOf(
  call: () => Promise<unknown>,
  isOver: (count: number) => boolean,
  pauseMs = 5,
): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
    await sleep(pauseMs);
  }
  return times;
}

/** Issues a certificate of the other organisation, and polls until it is ready. */
const certificate = async () => {
  const { key, templateId } = other;
  const { status, body } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
  expect(status).toBe(201);
  const read = async () => (await laurel.call(`/certificates/${body.id}`, { key })).body;
  await waitFor('a certificate', read, ({ renderStatus }) => renderStatus === 'COMPLETED', { everyMs: 10 });
};

const health = async () => {
  const answer = await fetch(`${laurel.url}/health`);
  await answer.bytes();
  expect(answer.status).toBe(200);
};

test('long checks of one organisation do not block the process for others', async () => {
  const session = await sessionOf(laurel, tenant, 'checker@neighbours.example', 'owner');
  const recipients = Array.from({ length: 1000 }, (_, n) => ({ variables: { ...VARIABLES, name: `Recipient ${n}` } }));
  const body = JSON.stringify({ templateId: tenant.templateId, recipients });
  const check = async () => {
    const answer = await fetch(`${laurel.url}/trpc/batches.check`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...session },
      body,
    });
    await answer.bytes();
    return { status: answer.status, wait: answer.headers.get('Retry-After') };
  };
  expect(await check()).toEqual({ status: 200, wait: null });
  await certificate();
  const usual = percentile(await timesOf(certificate, (count) => count >= 20), 0.5);

  const until = performance.now() + scale(3000, 20_000);
  const isOver = () => performance.now() > until;
  const checker = async () => {
    const statuses: number[] = [];
    while (!isOver()) {
      const { status, wait } = await check();
      statuses.push(status);
      if (status === 429) await sleep(Number(wait) * 1000);
    }
    return statuses;
  };
  const checks = Promise.all(Array.from({ length: 60 }, checker));
  const [waits, issued] = await Promise.all([timesOf(health, isOver), timesOf(certificate, isOver)]);
  const statuses = new Set((await checks).flat());
  expect([...statuses].sort()).toEqual([200, 429]);
  const p99 = percentile(waits, 0.99);
  timing({ fault: 'F37', what: 'p99 of /health during 60 checks', measured: Math.round(p99), wanted: 100, unit: 'ms' });
  const ratio = rounded(percentile(issued, 0.5) / usual);
  timing({
    fault: 'F37',
    what: 'times the usual duration of another certificate, during 60 checks',
    measured: ratio,
    wanted: 2,
  });
});

interface Flood {
  connections: number;
  addresses: number;
}

/** Makes consecutive calls without an account on each connection, until `isOver`. Resolves to the statuses. */
async function flood({ connections, addresses }: Flood, isOver: () => boolean): Promise<number[]> {
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'some wrong password' });
  const signIn = { method: 'POST', body };
  const onConnection = async (index: number) => {
    const statuses: number[] = [];
    const headers = {
      'X-Forwarded-For': `198.51.100.${index % addresses}`,
      'Content-Type': 'application/json',
      Origin: laurel.url,
    };
    const isSignIn = index % 4 === 0;
    while (!isOver()) {
      const path = isSignIn ? '/auth/sign-in/email' : '/auth/get-session';
      const answer = await fetch(`${laurel.url}${path}`, { headers, ...(isSignIn && signIn) });
      await answer.bytes();
      statuses.push(answer.status);
    }
    return statuses;
  };
  return (await Promise.all(Array.from({ length: connections }, (_, index) => onConnection(index)))).flat();
}

test.each([1, 50])(
  '200 connections that flood /auth from %i addresses leave connections for sessions',
  async (addresses) => {
    const session = await sessionOf(laurel, other, `member-${addresses}@neighbours.example`, 'viewer');
    const signedIn = async () => {
      const answer = await fetch(`${laurel.url}/trpc/members.list`, { headers: session });
      await answer.bytes();
      expect(answer.status).toBe(200);
    };
    await signedIn();
    const usual = percentile(await timesOf(signedIn, (count) => count >= 200), 0.95);
    const until = performance.now() + scale(3000, 20_000);
    const isOver = () => performance.now() > until;
    const [answers, times] = await Promise.all([
      flood({ connections: 200, addresses }, isOver),
      // Keeps the calls of 20 s below a user's limit per minute.
      timesOf(signedIn, isOver, 30),
    ]);
    expect(answers.filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
    if (addresses === 1) expect(answers).toContain(429);
    const what = `times the usual p95 of a signed-in call, during a flood from ${addresses} addresses`;
    timing({ fault: 'F40', what, measured: rounded(percentile(times, 0.95) / usual), wanted: 2 });
  },
);
