import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Returns the log of a process that runs `ending` after 500 lines, and its exit code. */
function logged(ending: string, stderr: 'pipe' | number = 'pipe') {
  const script = `const { makeLog } = await import('./server/logger.ts');
    const log = makeLog({ LOG_LEVEL: 'info', ROLE: 'api' });
    for (let n = 1; n <= 500; n++) log.info({ n }, 'line');
    ${ending}`;
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', stderr],
    encoding: 'utf8',
  });
  const lines = (child.stderr ?? '').split('\n').filter((line) => line.startsWith('{'));
  return { status: child.status, said: child.stdout, ns: lines.map((line) => JSON.parse(line).n as number) };
}
const ALL = Array.from({ length: 500 }, (_, index) => index + 1);

test('no line of the log is lost when a process exits or ends with an uncaught error', () => {
  expect(logged('process.exit(3)')).toMatchObject({ status: 3, ns: ALL });
  expect(logged(`throw new Error('unexpected')`)).toMatchObject({ status: 1, ns: ALL });
  expect(logged(`setTimeout(() => Promise.reject(new Error('unexpected')))`)).toMatchObject({ status: 1, ns: ALL });
});

test('a warning is written before the process continues, however it ends afterwards', () => {
  expect(logged(`log.warn({ n: 501 }, 'last'); process.kill(process.pid, 'SIGKILL')`).ns).toEqual([...ALL, 501]);
});

test('a process continues if its log is on a full disk', () => {
  const ending = `setTimeout(() => { log.error('again'); console.log('alive') }, 200)`;
  expect(logged(ending, openSync('/dev/full', 'w'))).toMatchObject({ status: 0, said: 'alive\n' });
});
