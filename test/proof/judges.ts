import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe } from 'vitest';

/**
 * Defines a group of tests that needs third-party software: programs on the PATH, or files by absolute path. Without them the group is
 * skipped with a note, unless CI_JUDGES=required.
 */
export function describeJudgedBy(programs: readonly string[], name: string, tests: () => void): void {
  const missing = programs.filter((program) => !isHere(program));
  if (missing.length === 0 || process.env.CI_JUDGES === 'required') describe(name, tests);
  else describe.skip(`${name} (skipped: no ${missing.join(', ')} on this machine)`, tests);
}

const isHere = (program: string): boolean =>
  program.startsWith('/') ? existsSync(program) : spawnSync('which', [program]).status === 0;

/** Runs a program and returns its combined output and exit code. Never throws for an exit code. */
export function ask(program: string, args: readonly string[], input?: Uint8Array): { status: number; said: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, maxBuffer: 64 << 20 });
  if (error) throw error;
  return { status: status ?? -1, said: `${stdout}${stderr}` };
}
