import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { operate } from '../support/command.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { refusalHere } from '../support/installation.ts';
import type { Laurel } from '../support/laurel.ts';
import {
  addStatements,
  headOf,
  logged,
  logKeyOf,
  logSize,
  originOf,
  query,
  readLog,
  saveState,
  serverRefusal,
  startWithLog,
  verifyLog,
} from '../support/log.ts';
import { waitFor } from '../support/wait-for.ts';

vi.setConfig({ testTimeout: 120_000 });

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-copy-'));
  atEndOfFile(() => rm(directory, { recursive: true }));
  return directory;
}

async function copied(directory: string, size: number): Promise<void> {
  const head = () => readFile(join(directory, 'checkpoint'), 'utf8').catch(() => '');
  await waitFor(`a copy of ${size}`, head, (text) => text.includes(`\n${size}\n`));
}

/** Creates a log of 700 entries with a copy. Its database is set back to 300 entries, with 5 statements that are not logged yet. */
async function makeSetBack() {
  const [directory, kept] = [await temporaryDirectory(), await temporaryDirectory()];
  const laurel = await startWithLog({ LOG_HEADS: `file://${directory}` });
  const tenant = await laurel.tenant();
  await addStatements(laurel, tenant, 300);
  await logged(laurel);
  await laurel.stop();
  await addStatements(laurel, tenant, 5);
  const state = await saveState(laurel.databaseUrl);
  atEndOfFile(() => state.drop());
  await laurel.launch();
  await addStatements(laurel, tenant, 395);
  expect(await logged(laurel)).toBe(700);
  await copied(directory, 700);
  await laurel.stop();
  await cp(directory, kept, { recursive: true });
  const restore = async () => {
    await laurel.stop();
    await state.restore();
    await rm(directory, { recursive: true });
    await cp(kept, directory, { recursive: true });
  };
  return { laurel, tenant, directory, key: await logKeyOf(laurel), restore };
}

let made: ReturnType<typeof makeSetBack> | undefined;

/** Returns the setup of makeSetBack in its initial state. */
async function setBack() {
  made ??= makeSetBack();
  const { restore, ...lost } = await made;
  await restore();
  return lost;
}

test('an earlier dump prevents the start; log verify names the lost head, and restoring continues from it', async () => {
  const { laurel, tenant, directory, key } = await setBack();
  const lost = headOf(await readFile(join(directory, 'checkpoint'), 'utf8'), key);
  const { code, err } = await serverRefusal(laurel);
  expect(code).toBe(1);
  expect(err).toMatch(
    new RegExp(
      `^laurel: LOG_HEADS: file://${directory}: it has the head ${originOf(laurel)} of 700 entries with root ` +
        `${RegExp.escape(lost.root.toString('base64'))}, time 2\\d{3}-[\\d:.TZ-]+, and the database's log has 300 entries[^\\n]+\\n$`,
    ),
  );
  const report = await verifyLog(laurel);
  expect(report).toMatchObject({ code: 1, size: 300, statements: 300 });
  expect(report.findings.map(({ message }: { message: string }) => message)).toContainEqual(
    `file://${directory} has the head ${originOf(laurel)} of 700 entries with root ${lost.root.toString('base64')}, which is lost: the log has 300 entries`,
  );
  const restored = await operate(laurel, 'log', 'restore', '--from', `file://${directory}`);
  expect(restored).toMatchObject({ code: 0, out: '{"from":300,"to":700,"found":5}\n' });
  await laurel.launch();
  await addStatements(laurel, tenant, 20);
  expect(await logged(laurel)).toBe(720);
  await copied(directory, 720);
  expect(await verifyLog(laurel, '--head', join(directory, 'heads/0000000000000700'))).toMatchObject({
    code: 0,
    size: 720,
    statements: 325,
    lost: 395,
    restored: [{ from: 300, to: 700, restoredAt: expect.any(String) }],
    findings: [],
  });
  const again = await operate(laurel, 'log', 'restore', '--from', `file://${directory}`);
  expect(again).toMatchObject({ code: 0, out: '{"from":720,"to":720,"found":0}\n' });
});

test('a head that only heads/ still contains also prevents the start, so replacing the checkpoint is useless', async () => {
  const { laurel, directory } = await setBack();
  await writeFile(join(directory, 'checkpoint'), await readFile(join(directory, 'heads/0000000000000300')));
  await writeFile(join(directory, 'heads/x'), 'Nothing that comes behind hides it.');
  const { code, err } = await refusalHere(laurel.operatorEnvironment());
  expect([code, err]).toEqual([1, expect.stringContaining('of 700 entries')]);
});

test('an incomplete or forged copy, or one of another history, restores nothing', async () => {
  const { laurel, tenant, directory } = await setBack();
  const restore = () => operate(laurel, 'log', 'restore', '--from', `file://${directory}`);
  const refusedWith = async (reason: RegExp) => {
    const { code, out, err } = await restore();
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(reason);
    expect(await query(laurel, 'select max(size)::int as size from log_heads')).toEqual([{ size: 300 }]);
    expect(await query(laurel, 'select count(*)::int as count from log_restores')).toEqual([{ count: 0 }]);
  };
  const nowhere = await operate(laurel, 'log', 'restore', '--from', `file://${directory}/nowhere`);
  expect(nowhere).toMatchObject({ code: 1, out: '', err: "laurel: --from: it can't be read (ENOENT)\n" });
  const tile = join(directory, 'tile/entries/002.p/188');
  const bytes = await readFile(tile);
  await rm(tile);
  await refusedWith(/^laurel: --from: tile\/entries\/002\.p\/188 is missing\n$/);
  await writeFile(tile, bytes.subarray(0, -1));
  await refusedWith(/^laurel: --from: tile\/entries\/002\.p\/188 is truncated\n$/);
  const forged = Buffer.from(bytes);
  // Changes the last digit of the last leaf's time.
  forged[forged.lastIndexOf('Z"') - 1] = forged[forged.lastIndexOf('Z"') - 1] === 0x30 ? 0x31 : 0x30;
  await writeFile(tile, forged);
  await refusedWith(
    /^laurel: --from: its entries, after the 300 of the database's log, do not give the root of its head/,
  );
  await writeFile(tile, bytes);
  const checkpoint = await readFile(join(directory, 'heads/0000000000000700'), 'utf8');
  await rm(join(directory, 'heads'), { recursive: true });
  await writeFile(join(directory, 'checkpoint'), checkpoint.replace('700', '701'));
  await refusedWith(/^laurel: --from: checkpoint is not a head that .+ has signed with its key/);
  await writeFile(join(directory, 'checkpoint'), checkpoint);
  // The database continued without its copies, which makes it another history.
  const { LOG_HEADS: _, ...environment } = laurel.operatorEnvironment();
  const fork = await startWithLog({ ...environment, LOG_HEADS: '' });
  await addStatements(fork, tenant, 500);
  expect(await logged(fork)).toBe(805);
  await fork.stop();
  const { code, err } = await restore();
  expect(code).toBe(1);
  expect(err).toMatch(
    /^laurel: --from: it has the head .+ of 700 entries .+ and the database's log has other entries\n$/,
  );
  expect((await refusalHere(laurel.operatorEnvironment())).err).toContain("the database's log has other entries");
});

test('a worker that runs while the database is set back stops signing', async () => {
  const directory = await temporaryDirectory();
  const laurel = await startWithLog({ LOG_HEADS: `file://${directory}` });
  const tenant = await laurel.tenant();
  await addStatements(laurel, tenant, 10);
  await logged(laurel);
  const state = await saveState(laurel.databaseUrl);
  atEndOfFile(() => state.drop());
  await addStatements(laurel, tenant, 10);
  expect(await logged(laurel)).toBe(20);
  await copied(directory, 20);
  await state.restore();
  await addStatements(laurel, tenant, 7);
  await untilLost(laurel);
  expect(await logSize(laurel)).toBe(10);
  expect((await readLog(laurel, 'checkpoint')).split('\n')[1]).toBe('10');
  expect(await readdir(join(directory, 'heads'))).not.toContain('0000000000000017');
  // The worker continues automatically once the log is restored.
  await operate(laurel, 'log', 'restore', '--from', `file://${directory}`);
  expect(await logged(laurel)).toBe(27);
});

/** Waits until the process responds again and has written heartbeats for several rounds of appending. */
async function untilLost(laurel: Laurel): Promise<void> {
  await waitFor(
    'the earlier log',
    () => logSize(laurel).catch(() => -1),
    (size) => size === 10,
  );
  const beatAt = async () =>
    (await query<{ at: Date }>(laurel, 'select max(beat_at) as at from worker_heartbeats'))[0]?.at.getTime() ?? 0;
  const first = await beatAt();
  await waitFor('heartbeats of 3 s', beatAt, (last) => last - first >= 3000);
}
