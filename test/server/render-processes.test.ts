import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { confinedNode } from '../../server/adapters/rendering/confinement.ts';
import { Laurel } from '../support/laurel.ts';
import { BARE } from '../support/processes.ts';

/** Id of `nobody`, which every Linux has. */
const NOBODY = '65534';
const canBecomeNobody =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [`--reuid=${NOBODY}`, 'test', '-r', resolve('package.json')]).status === 0;

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

const renderProcessesOf = ({ process: { pid } }: Laurel): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statusOf)
    .filter((status) => new RegExp(`^PPid:\\s*${pid}$`, 'm').test(status));

async function launched(settings: Record<string, string> = {}): Promise<string[]> {
  const laurel = await Laurel.start(settings, { isApart: true });
  await laurel.issue(await laurel.tenant({ credits: 1 }));
  return renderProcessesOf(laurel);
}

/** Returns the forbidden actions that succeed in a program started like render processes. */
function attempts({ execPath = process.execPath, execArgv }: ReturnType<typeof confinedNode>): string[] {
  // Next to the code, like the default data directory.
  const directory = mkdtempSync(resolve('.confinement-'));
  const kept = resolve('node_modules/.cache/node');
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(directory, 'secret'), 'secret');
  const program = resolve('test/support/attempts.ts');
  const { stdout, stderr } = spawnSync(execPath, [...execArgv, program, join(directory, 'secret'), kept], {
    env: BARE,
    encoding: 'utf8',
  });
  rmSync(directory, { recursive: true });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('render processes read no secrets, write nothing and start no programs', () => {
  expect(attempts({ execArgv: [] }).length).toBeGreaterThanOrEqual(3);
  expect(attempts(confinedNode(undefined))).toEqual([]);
});

test.runIf(process.platform === 'linux')('render processes cannot gain privileges', async () => {
  const children = await launched();
  expect(children.length).toBeGreaterThan(0);
  for (const status of children) expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
});

test.runIf(canBecomeNobody)('render processes run as the configured user, without capabilities', async () => {
  const children = await launched({ RENDER_USER: NOBODY });
  expect(children.length).toBeGreaterThan(0);
  for (const status of children) {
    expect(status).toMatch(/^Uid:(\s+65534){4}$/m);
    expect(status).toMatch(/^Gid:(\s+65534){4}$/m);
    expect(status).toMatch(/^Groups:\s*$/m);
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
      expect(status).toMatch(new RegExp(`^${set}:\\s+0+$`, 'm'));
    expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
  }
});

test.runIf(canBecomeNobody).each([
  ['nobody-of-that-name', 'must be a user and group of this system'],
  ['root', 'must be a user other than root and the one that Laurel runs as'],
])('an unusable render user is refused: %s', (user, reason) => {
  expect(() => confinedNode(user)).toThrow(`RENDER_USER: got "${user}", ${reason}`);
});
