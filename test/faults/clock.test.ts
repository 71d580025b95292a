import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { figure, timing } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';

/** Library of Debian's package `faketime`. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const START_MS = 10_000;

/** Returns the environment of a process with a wrong clock. Its timers are correct. */
const shifted = (shift: string) => ({
  LD_PRELOAD: LIBRARY,
  FAKETIME: shift,
  DONT_FAKE_MONOTONIC: '1',
  FAKETIME_DONT_RESET: '1',
});

describe.skipIf(!existsSync(LIBRARY))('with a clock that is set back or forward by one day', () => {
  let laurel: Laurel;
  let tenant: Tenant;
  beforeAll(async () => {
    laurel = await Laurel.start({ LOG_LEVEL: 'info' }, { isApart: true });
    tenant = await laurel.tenant();
  });

  const run = (statement: string) => sql.raw(statement).execute(database(laurel.installation.services.em()));

  /** Restarts with another clock. Records the duration of the start. */
  async function restart(shift: string): Promise<void> {
    await laurel.stop();
    laurel.logged = '';
    const began = performance.now();
    await laurel.launch(shifted(shift));
    timing({
      fault: 'F45',
      what: `start at ${shift}`,
      measured: performance.now() - began,
      wanted: START_MS,
      unit: 'ms',
    });
  }

  test.each(['-1d', '+2d', '+0'])('starts within 10 s at %s, and issues certificates', async (shift) => {
    await restart(shift);
    if (shift !== '+0') expect(laurel.logged).toMatch(/time is corrected by .* s, to the clock of PostgreSQL/);
    const issued = await laurel.issue(tenant);
    expect(issued.renderStatus).toBe('COMPLETED');
    expect(Math.abs(Date.parse(issued.createdAt) - Date.now())).toBeLessThan(60_000);
    const { body } = await laurel.call(`/verify/${issued.verificationHash}`);
    expect(body).toMatchObject({ valid: true, integrityVerified: true });
  });

  test.each(['-1d', '+1d'])('delivers the second attempt of a webhook within seconds at %s', async (shift) => {
    await restart(shift);
    const receiver = await Receiver.start((response, before) => response.writeHead(before < 2 ? 500 : 204).end());
    const owner = nativeClient(laurel, await sessionOf(laurel, tenant, `owner${shift}@clock.example`, 'owner'));
    const { id } = await owner.webhooks.create.mutate({ name: 'w', url: receiver.url, events: ['certificate.ready'] });
    const began = performance.now();
    await owner.webhooks.ping.mutate({ id });
    await receiver.wait(3);
    timing({
      fault: 'F45',
      what: `three attempts at ${shift}`,
      measured: performance.now() - began,
      wanted: 10_000,
      unit: 'ms',
    });
    await owner.webhooks.delete.mutate({ id });
  });

  // The lock of a dead worker is kept for 15 s.
  test('does not wait for jobs, locks and heartbeats from before the clock was set back', async () => {
    await laurel.stop();
    await laurel.launch({ ...shifted('+0'), ROLE: 'api' });
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) {
      const body = { templateId: tenant.templateId, variables: VARIABLES };
      ids.push((await laurel.call('/certificates', { key: tenant.key, body })).body.id);
    }
    const jobs = 'laurel_renders._private_jobs';
    await run(`update ${jobs} set created_at = now() + interval '1 day', updated_at = now() + interval '1 day',
      run_at = now() + interval '1 day 1 second'`);
    await run(
      `insert into worker_heartbeats (worker_id, queue, beat_at) values ('dead', 'renders', now() + interval '1 day')`,
    );
    await run(`update ${jobs} set locked_by = 'dead', locked_at = now() + interval '1 day'
      where id = (select min(id) from ${jobs})`);
    await laurel.stop();
    const began = performance.now();
    await laurel.launch({ ...shifted('+0'), ROLE: 'all' });
    const ended = await Promise.all(ids.map((id) => laurel.rendered(tenant.key, id)));
    const lost = ended.filter(({ renderStatus }) => renderStatus !== 'COMPLETED').length;
    figure({ fault: 'F45', what: 'certificates lost', measured: lost, wanted: 0 });
    timing({
      fault: 'F45',
      what: 'time until completion',
      measured: performance.now() - began,
      wanted: 45_000,
      unit: 'ms',
    });
    expect(laurel.logged).toContain('were scheduled by a clock that was ahead');
  }, 60_000);
});
