import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/** A line of the fault catalogue, as `npm run faults` prints it. */
export interface Figure {
  /** Number in docs/faults.md: F1 to F60. */
  fault: string;
  /** Short description of the measurement. */
  what: string;
  measured: number | string;
  /** Required value. A number is the upper limit of `measured`. */
  wanted: number | string;
  unit?: string;
}

/** True for the long form (`npm run faults`). `npm run test:all` runs the short form. */
export const isLong = process.env.FAULTS === 'long';

/** Returns the first number in `npm run test:all`, and the second one in `npm run faults`. */
export const scale = (short: number, long: number): number => (isLong ? long : short);

/** Records a measurement for the table at the end of `npm run faults`, and checks its required value. */
export function figure(line: Figure): void {
  record(line);
  if (typeof line.wanted === 'number') expect(line.measured, line.what).toBeLessThanOrEqual(line.wanted);
  else expect(line.measured, line.what).toBe(line.wanted);
}

/** Records a time or a size that depends on the machine's load. Its limit is checked only in `npm run faults`, where nothing else runs. */
export function timing(line: Figure & { measured: number; wanted: number }): void {
  if (isLong) figure(line);
  else record(line);
}

function record(line: Figure): void {
  const { FAULTS_REPORT: report } = process.env;
  if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
}
