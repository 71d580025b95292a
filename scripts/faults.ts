import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../test/support/faults.ts';

/** Runs the long form of the fault catalogue, one file after the other, and prints its measurements. Arguments name files. */
const directory = mkdtempSync(join(tmpdir(), 'laurel-faults-'));
const report = join(directory, 'figures.jsonl');
try {
  const chosen = process.argv.slice(2);
  const files = chosen.length > 0 ? chosen : ['test/faults'];
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', '--no-file-parallelism', ...files], {
    env: { ...process.env, FAULTS: 'long', FAULTS_REPORT: report },
    stdio: 'inherit',
  });
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  print(lines.filter((line) => line !== '').map((line) => JSON.parse(line)));
  process.exitCode = status ?? 1;
} finally {
  rmSync(directory, { recursive: true });
}

function print(figures: Figure[]): void {
  const number = ({ fault }: Figure) => Number(fault.slice(1));
  const rows = figures
    .sort((a, b) => number(a) - number(b))
    .map(({ fault, what, measured, wanted, unit = '' }) => [
      fault,
      what,
      `${measured} ${unit}`.trim(),
      `${typeof wanted === 'number' ? 'at most ' : ''}${wanted} ${unit}`.trim(),
      isReached(measured, wanted) ? 'ok' : 'MISSED',
    ]);
  const table = [['', 'what', 'measured', 'wanted', ''], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

function isReached(measured: Figure['measured'], wanted: Figure['wanted']): boolean {
  return typeof wanted === 'number' ? Number(measured) <= wanted : measured === wanted;
}
