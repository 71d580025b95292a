import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe } from 'vitest';

/**
 * A group of tests whose judge is software of others: programs on the PATH, or files by their absolute paths. Without them
 * the group is skipped and says so, unless CI_JUDGES=required.
 */
export function describeJudgedBy(programs: readonly string[], name: string, tests: () => void): void {
  const missing = programs.filter((program) => !isHere(program));
  if (missing.length === 0 || process.env.CI_JUDGES === 'required') describe(name, tests);
  else describe.skip(`${name} (skipped: no ${missing.join(', ')} on this machine)`, tests);
}

const isHere = (program: string): boolean =>
  program.startsWith('/') ? existsSync(program) : spawnSync('which', [program]).status === 0;

/** What a program says on both outputs; its exit code is given, never thrown. */
export function ask(program: string, args: readonly string[], input?: Uint8Array): { status: number; said: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, maxBuffer: 64 << 20 });
  if (error) throw error;
  return { status: status ?? -1, said: `${stdout}${stderr}` };
}
