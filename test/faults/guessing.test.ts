import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { figure, scale } from '../support/faults.ts';
import { Laurel } from '../support/laurel.ts';

const GUESSES = scale(300, 100_000);
const LIMIT = 100;

test('guessed hashes are never valid, get identical answers, and are limited', async () => {
  const laurel = await Laurel.start({ RATE_LIMIT_VERIFY: '1000000' });
  const tenant = await laurel.tenant();
  const { verificationHash } = await laurel.issue(tenant);
  const bodies = new Set<string>();
  let valid = 0;
  const guess = async (index: number) => {
    // Near misses as well: only the last digit is wrong.
    const near =
      verificationHash.slice(0, -1) +
      ((Number.parseInt(verificationHash.slice(-1), 16) + 1 + (index % 15)) % 16).toString(16);
    const hash = index % 10 === 0 ? near : randomBytes(32).toString('hex');
    const { status, body } = await laurel.call(`/verify/${hash}`);
    bodies.add(`${status} ${JSON.stringify(body)}`);
    if (body.valid !== undefined) valid++;
  };
  for (let done = 0; done < GUESSES; done += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => guess(done + index)));
  figure({ fault: 'F25', what: `valid of ${GUESSES} guessed hashes`, measured: valid, wanted: 0 });
  figure({ fault: 'F25', what: 'different answers to them', measured: bodies.size, wanted: 1 });
  expect([...bodies][0]).toMatch(/^404 /);
});

test('a guess beyond the limit, shared by API and page, is not looked up', async () => {
  const laurel = await Laurel.start({ RATE_LIMIT_VERIFY: String(LIMIT) });
  const statuses = new Map<number, number>();
  for (let index = 0; index < LIMIT + 40; index++) {
    const path = `/verify/${randomBytes(32).toString('hex')}`;
    const answer = await fetch(laurel.url + (index % 2 ? path : `/api/v1${path}`));
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 429) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    await answer.body?.cancel();
  }
  // If a new minute starts during the test, the same number is looked up again.
  expect([...statuses.keys()].sort()).toEqual([404, 429]);
  figure({
    fault: 'F25',
    what: 'guesses looked up, of those over the limit',
    measured: (statuses.get(404) ?? 0) > 2 * LIMIT ? 'too many' : 'none',
    wanted: 'none',
  });
});
