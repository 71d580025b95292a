import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { type Clock, databaseTime, openClock } from '../../server/startup/clock.ts';
import { Laurel } from '../support/laurel.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum deviation of a clock that was measured in this process. */
const NEAR_MS = 250;
/** Interval between measurements. */
const MEASURE_MS = 20;

let clock: Clock | undefined;
let warnings: string[] = [];
afterEach(() => {
  clock?.close();
  warnings = [];
  vi.restoreAllMocks();
});

async function open(read: () => Promise<Date>, measureMs = MEASURE_MS): Promise<Clock> {
  clock = await openClock({ read, warn: (message) => warnings.push(message), measureMs });
  return clock;
}

const machineTime = Date.now;
const ahead = (ms: number) => new Date(machineTime() + ms);
/** Returns the difference between a clock and the machine's. */
const lead = ({ now }: Clock): number => now().getTime() - machineTime();
const expectNear = (value: number, wanted: number) => expect(Math.abs(value - wanted)).toBeLessThan(NEAR_MS);

test.each([-DAY_MS, DAY_MS])("reports and corrects a machine's clock that is off by %d ms", async (ms) => {
  expectNear(lead(await open(async () => ahead(ms))), ms);
  expect(warnings).toEqual([expect.stringMatching(/^time is corrected by -?86400\.\d s/)]);
});

test("keeps a machine's clock that is right", async () => {
  expectNear(lead(await open(async () => ahead(0))), 0);
  expect(warnings).toEqual([]);
});

test('corrects the time while the process runs', async () => {
  let error = 0;
  const { now, close } = await open(async () => ahead(error));
  error = DAY_MS;
  await vi.waitFor(() => expectNear(lead({ now, close }), DAY_MS));
});

test('pauses for a short correction instead of going back, and follows a long one', async () => {
  let error = 500;
  const opened = await open(async () => ahead(error));
  let before = opened.now();
  error = 0;
  for (let time = 0; time < 100; time += 1) {
    await sleep(1);
    const now = opened.now();
    expect(now.getTime()).toBeGreaterThanOrEqual(before.getTime());
    before = now;
  }
  await vi.waitFor(() => expectNear(lead(opened), 0), { timeout: 2_000 });
  error = -DAY_MS;
  await vi.waitFor(() => expectNear(lead(opened), -DAY_MS));
});

test('continues while the database does not answer', async () => {
  let isDown = false;
  let asked = 0;
  const opened = await open(async () => {
    asked += 1;
    if (isDown) throw new Error('down');
    return ahead(DAY_MS);
  });
  isDown = true;
  const before = asked;
  await vi.waitFor(() => expect(asked).toBeGreaterThan(before + 1));
  expectNear(lead(opened), DAY_MS);
});

test("does not open without the database's time", async () => {
  await expect(open(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
});

test("ignores a change of the machine's clock, and measures again", async () => {
  let asked = 0;
  const opened = await open(async () => {
    asked += 1;
    return ahead(0);
  }, DAY_MS);
  const before = asked;
  vi.spyOn(Date, 'now').mockImplementation(() => machineTime() + DAY_MS);
  expectNear(lead(opened), 0);
  await vi.waitFor(
    () => {
      expectNear(lead(opened), 0);
      expect(asked).toBeGreaterThan(before);
    },
    { timeout: 3_000 },
  );
});

test("the services of a process use PostgreSQL's time", async () => {
  const { services } = (await Laurel.shared()).installation;
  const from = services.now().getTime();
  const time = (await databaseTime(services.em())).getTime();
  expect(time).toBeGreaterThan(from - NEAR_MS);
  expect(time).toBeLessThan(services.now().getTime() + NEAR_MS);
});
