import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { Laurel } from '../support/laurel.ts';
import { cookieOf, createMember, nativeClient, PASSWORD, sessionOf, signInAs } from '../support/people.ts';

let laurel: Laurel;
let organisation: { organisationId: string };

beforeAll(async () => {
  laurel = await Laurel.start();
  organisation = await laurel.tenant();
});

/** Signs in with a password and the cookies of an earlier sign-in. */
const attempt = (email: string, password: string, Cookie = '') =>
  fetch(`${laurel.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url, Cookie },
    body: JSON.stringify({ email, password }),
  });

const fail = async (email: string, times: number, cookie = '') => {
  const statuses: number[] = [];
  for (let count = 0; count < times; count++) statuses.push((await attempt(email, 'not the password', cookie)).status);
  return statuses;
};

test('delays the account after the fifth failure, and accepts the right password after the delay', async () => {
  await createMember(laurel, organisation, 'one@sign-in.example', 'viewer');
  expect(await fail('one@sign-in.example', 5)).toEqual([401, 401, 401, 401, 401]);
  const refused = await attempt('One@Sign-In.example', PASSWORD);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  // The delay passes.
  await sql`update rate_limits set expire = expire - 1000 where points >= 5`.execute(
    database(laurel.installation.services.em()),
  );
  expect((await attempt('one@sign-in.example', PASSWORD)).status).toBe(200);
  expect(await fail('one@sign-in.example', 1)).toEqual([401]);
});

test('doubles the delay with each failure, up to 60 s', async () => {
  const email = 'grows@sign-in.example';
  const waits: number[] = [];
  await fail(email, 5);
  for (let count = 0; count < 8; count++) {
    waits.push(Number((await attempt(email, 'wrong')).headers.get('Retry-After')));
    // Simulates the passing of time.
    await sql`update rate_limits set expire = expire - 61000 where points >= 5`.execute(
      database(laurel.installation.services.em()),
    );
    await attempt(email, 'wrong');
  }
  // A busy machine can take a second between two attempts.
  for (const [index, most] of [1, 2, 4, 8, 16, 32, 60, 60].entries())
    expect([most, most - 1], String(waits)).toContain(waits[index]);
});

test('checks five of many concurrent guesses', async () => {
  const start = performance.now();
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt('many@sign-in.example', 'wrong')));
  const checked = answers.filter(({ status }) => status === 401).length;
  // After the fifth, one more is checked after 1 s, 2 s, 4 s: only a busy machine takes that long.
  const delays = Math.floor(Math.log2((performance.now() - start) / 1000 + 1));
  expect(checked).toBeGreaterThanOrEqual(5);
  expect(checked).toBeLessThanOrEqual(5 + delays);
});

test('failures affect neither other accounts nor open sessions', async () => {
  const session = await sessionOf(laurel, organisation, 'open@sign-in.example', 'viewer');
  await createMember(laurel, organisation, 'other@sign-in.example', 'viewer');
  await fail('open@sign-in.example', 8);
  expect(await nativeClient(laurel, session).session.get.query()).toMatchObject({
    user: { email: 'open@sign-in.example' },
  });
  expect((await attempt('other@sign-in.example', PASSWORD)).status).toBe(200);
});

test('a session has 60 calls of each path per minute, whatever it calls besides', async () => {
  const headers = await sessionOf(laurel, await laurel.tenant(), 'busy@sign-in.example', 'viewer');
  const call = async (path: string) => (await fetch(`${laurel.url}/auth/${path}`, { headers })).status;
  const listed = await Promise.all(Array.from({ length: 60 }, () => call('list-sessions')));
  expect(new Set(listed)).toEqual(new Set([200]));
  expect(await Promise.all([call('get-session'), call('list-sessions')])).toEqual([200, 429]);
});

test('failures of unknown browsers do not delay one that has signed in before', async () => {
  await createMember(laurel, organisation, 'owner@sign-in.example', 'viewer');
  const cookie = cookieOf(await signInAs(laurel, 'owner@sign-in.example'));
  expect(cookie).toContain('laurel.device.');
  await fail('owner@sign-in.example', 10);
  expect((await attempt('owner@sign-in.example', PASSWORD)).status).toBe(429);
  expect((await attempt('owner@sign-in.example', PASSWORD, cookie)).status).toBe(200);
});

test("a browser's own failures delay it; forged cookies and those of another account are ignored", async () => {
  await createMember(laurel, organisation, 'first@sign-in.example', 'viewer');
  const cookie = cookieOf(await signInAs(laurel, 'first@sign-in.example'));
  expect(await fail('first@sign-in.example', 6, cookie)).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await attempt('first@sign-in.example', PASSWORD)).status).toBe(200);
  await fail('second@sign-in.example', 5);
  expect((await attempt('second@sign-in.example', 'wrong', cookie)).status).toBe(429);
  const forged = cookie.replace(/\.[\w-]{43}(?=;|$)/, `.${'A'.repeat(43)}`);
  await fail('first@sign-in.example', 5);
  expect((await attempt('first@sign-in.example', PASSWORD, forged)).status).toBe(429);
});

test('an attempt that the server could not answer does not count as a failure', async () => {
  const email = 'down@sign-in.example';
  await createMember(laurel, organisation, email, 'viewer');
  const db = database(laurel.installation.services.em());
  await sql`alter table auth.account rename to missing`.execute(db);
  const statuses = await fail(email, 6);
  await sql`alter table auth.missing rename to account`.execute(db);
  expect(statuses).toEqual(Array(6).fill(500));
  expect((await attempt(email, PASSWORD)).status).toBe(200);
});

test('failures are forgotten a day after the last one', async () => {
  const pass = (hours: number) =>
    sql`update rate_limits set expire = expire - ${hours * 3_600_000}::bigint where points >= 5`.execute(
      database(laurel.installation.services.em()),
    );
  await fail('day@sign-in.example', 5);
  await pass(23);
  expect(await fail('day@sign-in.example', 2)).toEqual([401, 429]);
  await pass(25);
  expect(await fail('day@sign-in.example', 2)).toEqual([401, 401]);
});

test('a delay ends after 60 s even if the clock was set back', async () => {
  await fail('clock@sign-in.example', 6);
  await sql`update rate_limits set expire = expire + 86400000 where points >= 5`.execute(
    database(laurel.installation.services.em()),
  );
  expect(await fail('clock@sign-in.example', 1)).toEqual([401]);
});
