import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { isLong, scale } from '../support/faults.ts';
import { startWorker } from '../support/installation.ts';
import { Laurel } from '../support/laurel.ts';
import { addStatements, logged, query, startWithLog, verifyLog } from '../support/log.ts';
import { waitFor } from '../support/wait-for.ts';

if (!isLong) vi.setConfig({ testTimeout: 180_000 });

/** Waits until a process holds the log's lock, which means that it is appending. */
async function appending(laurel: Laurel): Promise<void> {
  const holders = () =>
    query(
      laurel,
      `select pid from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where locktype = 'advisory' and granted and classid <> 0 and objid <> 0`,
    );
  await waitFor("a holder of the log's lock", holders, ({ length }) => length > 0, { everyMs: 5 });
}

test('repeated kills during appending leave one leaf per statement and never sign a head twice', async () => {
  const laurel = await startWithLog({ ROLE: 'api' });
  const tenant = await laurel.tenant();
  const kills = scale(5, 50);
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill++) {
    const worker = startWorker(laurel.operatorEnvironment());
    await addStatements(laurel, tenant, 3000);
    await appending(laurel);
    // Kills at any time of the transaction.
    await sleep(Math.random() * 150);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const [waiting] = await query(laurel, 'select from seals where log_index is null limit 1');
    if (waiting) interrupted++;
  }
  await laurel.stop();
  await laurel.launch({ ROLE: 'all' });
  expect(await logged(laurel)).toBe(3000 * kills);
  expect(interrupted).toBeGreaterThan(0);
  expect(await verifyLog(laurel)).toMatchObject({
    code: 0,
    size: 3000 * kills,
    statements: 3000 * kills,
    findings: [],
  });
});

test('several workers append in turn and produce one history', async () => {
  const laurel = await startWithLog();
  const tenant = await laurel.tenant();
  const { PORT: _, ...environment } = laurel.operatorEnvironment();
  const other = await Laurel.start(environment, { isApart: true });
  for (let round = 0; round < 6; round++) {
    await addStatements(laurel, tenant, 800);
    // Less than the second between two appends, so that statements arrive during one.
    await sleep(400);
  }
  await other.stop('SIGKILL');
  await addStatements(laurel, tenant, 1);
  expect(await logged(laurel)).toBe(4801);
  expect(await verifyLog(laurel)).toMatchObject({ code: 0, statements: 4801, findings: [] });
});
