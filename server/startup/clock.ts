import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

const MEASURE_MS = 60_000;
/** Number of round trips per measurement. The shortest one has the least uncertainty. */
const ROUND_TRIPS = 3;
/** Minimum difference that is reported, in ms. A larger step of the machine's clock triggers a new measurement. */
const STEP_MS = 1_000;
/** Minimum time between measurements that are triggered by steps, in ms. */
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
 * Opens a clock that follows another one: this machine's time, corrected by the difference measured at the start and then every minute.
 * Between measurements it runs on the process's monotonic clock, so setting the machine's clock does not move it. It only steps back for
 * corrections of 1 s or more. For shorter ones it pauses. Throws if the first reading fails.
 */
export async function openClock({ read, warn, measureMs = MEASURE_MS }: ClockOptions): Promise<Clock> {
  /** Difference to `performance.now()`, initially according to the machine's clock. */
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
    // The clocks agree within the uncertainty.
    if (Math.abs(error) <= measured.uncertainty) return;
    if (Math.abs(error) >= STEP_MS)
      warn(`time is corrected by ${(error / 1000).toFixed(1)} s, to the clock of PostgreSQL`);
    offset = measured.offset;
  };
  const measure = async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    // Without the database the clock keeps its offset. Other code reports that the database is missing.
    await correct().catch(() => undefined);
    isMeasuring = false;
  };
  await correct();
  const timer = setInterval(() => void measure(), measureMs).unref();
  return {
    now() {
      const elapsed = performance.now();
      // The machine's clock was set, or the machine slept, which pauses a monotonic clock.
      if (Math.abs(machineOffset() - seenOffset) > STEP_MS && elapsed - measuredAt > APART_MS) void measure();
      const time = elapsed + offset;
      const isHeld = time < latest && latest - time < STEP_MS;
      if (!isHeld) latest = time;
      return new Date(latest);
    },
    close: () => clearInterval(timer),
  };
}

/** Returns the milliseconds by which this machine's clock is ahead of the shared one, and the uncertainty of that. */
export async function clockError(read: () => Promise<Date>): Promise<{ ms: number; uncertainty: number }> {
  const { offset, uncertainty } = await measureOffset(read);
  return { ms: machineOffset() - offset, uncertainty };
}

const machineOffset = (): number => Date.now() - performance.now();

async function measureOffset(read: () => Promise<Date>): Promise<{ offset: number; uncertainty: number }> {
  let best = { offset: 0, uncertainty: Number.POSITIVE_INFINITY };
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const from = performance.now();
    const time = (await read()).getTime();
    const to = performance.now();
    // A timestamp has a resolution of 1 ms.
    const uncertainty = (to - from) / 2 + 1;
    if (uncertainty < best.uncertainty) best = { offset: time - (from + to) / 2, uncertainty };
  }
  return best;
}
