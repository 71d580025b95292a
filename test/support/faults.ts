import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/** A line of the fault catalogue, as `npm run faults` prints it. */
export interface Figure {
  /** F1 to F33: the numbers of docs/faults.md. */
  fault: string;
  /** What was measured, in a few words. */
  what: string;
  measured: number | string;
  /** The required value; a number is the upper limit of `measured`. */
  wanted: number | string;
  unit?: string;
}

/** Whether the long form runs (`npm run faults`); `npm test` runs the short one. */
export const isLong = process.env.FAULTS === 'long';

/** How often, how many or how long: the first in `npm test`, the second in `npm run faults`. */
export const scale = (short: number, long: number): number => (isLong ? long : short);

/** Records a figure for the table at the end of `npm run faults`, and expects it to be as wanted. */
export function figure(line: Figure): void {
  record(line);
  if (typeof line.wanted === 'number') expect(line.measured, line.what).toBeLessThanOrEqual(line.wanted);
  else expect(line.measured, line.what).toBe(line.wanted);
}

/**
 * Records a time or a size that depends on the load of the machine: its limit is checked in `npm run faults`, where nothing
 * else runs, but not in `npm test`.
 */
export function timing(line: Figure & { measured: number; wanted: number }): void {
  if (isLong) figure(line);
  else record(line);
}

function record(line: Figure): void {
  const { FAULTS_REPORT: report } = process.env;
  if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
}
