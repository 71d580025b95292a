import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { breachesOf } from '../support/crash.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { waitFor } from '../support/wait-for.ts';

test('after kills of the API, repeated creations with keys exist once, and none that was acknowledged is lost', async () => {
  const laurel = await Laurel.start({}, { isApart: true });
  const count = scale(30, 500);
  const { key, templateId } = await laurel.tenant({ credits: count });
  const ask = async (index: number): Promise<string | undefined> => {
    const headers = { 'Idempotency-Key': `call ${index}` };
    const answer = await laurel.call('/certificates', { key, headers, body: { templateId, variables: VARIABLES } });
    return answer.status === 201 ? answer.body.id : undefined;
  };
  const calls = Array.from({ length: count }, (_, index) => index);
  const first = new Map<number, string>();
  const asked = calls.map(async (index) => {
    await sleep(index * 10);
    const id = await ask(index).catch(() => undefined);
    if (id) first.set(index, id);
  });
  await waitFor(
    'a third of the answers',
    () => first.size,
    (size) => size >= count / 3,
    { everyMs: 5 },
  );
  await laurel.stop('SIGKILL');
  await Promise.all(asked);
  await laurel.launchHere();
  const last = new Map<number, string>();
  for (const index of calls) {
    // The interrupted call may hold its key for a short time.
    const id = await waitFor(
      `the answer to call ${index}`,
      () => ask(index),
      (answer) => answer !== undefined,
    );
    last.set(index, id);
  }
  const lost = [...first].filter(([index, id]) => last.get(index) !== id);
  figure({ fault: 'F2', what: `lost of ${first.size} acknowledged before the kill`, measured: lost.length, wanted: 0 });
  const { body } = await laurel.call('/credits', { key });
  figure({ fault: 'F2', what: `${count} calls: credits left`, measured: body.balance, wanted: 0 });
  expect(new Set(last.values()).size).toBe(count);
  for (const id of last.values()) expect(await laurel.rendered(key, id)).toMatchObject({ renderStatus: 'COMPLETED' });
  expect(await breachesOf(laurel)).toEqual([]);
}, 600_000);
