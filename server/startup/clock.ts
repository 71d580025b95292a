import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

const MEASURE_MS = 60_000;
/** The shortest of several round trips has the least uncertainty. */
const ROUND_TRIPS = 3;
/** A clock that differs by more is reported, and one that is set by more while the process runs is measured again at once. */
const STEP_MS = 1_000;
/** Time between measurements that follow a step. */
const APART_MS = 1_000;

export interface Clock {
  now(): Date;
  close(): void;
}

interface ClockOptions {
  /** Reads the clock that all processes share. */
  read(): Promise<Date>;
  warn(message: string): void;
  measureMs?: number;
}

/** Reads PostgreSQL's clock. */
export const databaseTime = async (em: EntityManager): Promise<Date> => {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(database(em));
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row.time;
};

/**
 * Opens a clock that follows another one: this machine's time, corrected now and once a minute by the measured difference. In between it
 * runs with the process's monotonic clock, so setting the machine's clock does not move it. It goes back only by a correction of 1 s or
 * more: it waits for shorter ones. Throws where the other clock cannot be read at first.
 */
export async function openClock({ read, warn, measureMs = MEASURE_MS }: ClockOptions): Promise<Clock> {
  /** Difference to `performance.now()`, at first by the machine's clock. */
  let offset = machineOffset();
  let seenOffset = offset;
  let latest = 0;
  let measuredAt = 0;
  let isMeasuring = false;
  const correct = async () => {
    measuredAt = performance.now();
    const measured = await measureOffset(read);
    seenOffset = machineOffset();
    const error = measured.offset - offset;
    // Within the uncertainty the clocks agree.
    if (Math.abs(error) <= measured.uncertainty) return;
    if (Math.abs(error) >= STEP_MS)
      warn(`time is corrected by ${(error / 1000).toFixed(1)} s, to the clock of PostgreSQL`);
    offset = measured.offset;
  };
  const measure = async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    // Without the database the clock runs on as it is, and the process says elsewhere that it is missing.
    await correct().catch(() => undefined);
    isMeasuring = false;
  };
  await correct();
  const timer = setInterval(() => void measure(), measureMs).unref();
  return {
    now() {
      const elapsed = performance.now();
      // The machine's clock was set, or the machine slept, for which a monotonic clock stands still.
      if (Math.abs(machineOffset() - seenOffset) > STEP_MS && elapsed - measuredAt > APART_MS) void measure();
      const time = elapsed + offset;
      const isHeld = time < latest && latest - time < STEP_MS;
      if (!isHeld) latest = time;
      return new Date(latest);
    },
    close: () => clearInterval(timer),
  };
}

const machineOffset = (): number => Date.now() - performance.now();

async function measureOffset(read: () => Promise<Date>): Promise<{ offset: number; uncertainty: number }> {
  let best = { offset: 0, uncertainty: Number.POSITIVE_INFINITY };
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const from = performance.now();
    const time = (await read()).getTime();
    const to = performance.now();
    // A timestamp is read in whole milliseconds.
    const uncertainty = (to - from) / 2 + 1;
    if (uncertainty < best.uncertainty) best = { offset: time - (from + to) / 2, uncertainty };
  }
  return best;
}
