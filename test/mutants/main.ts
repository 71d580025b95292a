import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { startServer } from '../support/postgres-server.ts';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

/**
 * Breaks the product line by line in a copy of the working tree and runs the tests that guard each line. Prints unnoticed mutants, and
 * exits with code 1 if there are any. An argument selects the mutants whose file or guarantee contains it.
 */
async function main(chosen: string | undefined): Promise<void> {
  const mutants = MUTANTS.filter(({ file, breaks }) => !chosen || `${file} ${breaks}`.includes(chosen));
  const copy = copyOfTree();
  const server = await startServer();
  const survivors: Mutant[] = [];
  try {
    const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
    const unbroken = run(copy, server.url, tests);
    if (unbroken.status !== 0) throw new Error(`the tests fail without any mutant:\n${unbroken.stdout}`);
    for (const mutant of mutants) {
      const isNoticed = withMutant(copy, mutant, () => run(copy, server.url, mutant.tests).status !== 0);
      if (!isNoticed) survivors.push(mutant);
      process.stdout.write(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${mutant.file}: ${mutant.breaks}\n`);
    }
  } finally {
    await server.stop();
    rmSync(copy, { recursive: true });
  }
  process.stdout.write(`${mutants.length - survivors.length} noticed, ${survivors.length} survived\n`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

/** Copies the current files that git tracks. The packages are shared. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'laurel-mutants-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  for (const path of stdout.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(path, join(copy, path));
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

function withMutant<T>(copy: string, { file, find, replace }: Mutant, work: () => T): T {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} must contain this once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    return work();
  } finally {
    writeFileSync(path, text);
  }
}

function run(copy: string, databaseUrl: string, tests: readonly string[]): { status: number | null; stdout: string } {
  return spawnSync(join(copy, 'node_modules/.bin/vitest'), ['run', '--bail=1', ...tests], {
    cwd: copy,
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 26,
    // A mutant whose tests hang counts as noticed, too.
    timeout: 5 * 60_000,
    killSignal: 'SIGTERM',
  });
}

await main(process.argv[2]);
