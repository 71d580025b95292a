import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checksOf, runProgram, save } from './command.ts';
import { Installation } from './installation.ts';

const project = mkdtempSync(join(tmpdir(), 'laurel-verify-package-'));
let installation: Installation;
beforeAll(async () => {
  installation = await Installation.start();
  const run = promisify(execFile);
  await run('npm', ['pack', '--pack-destination', project], { cwd: 'verifier' });
  const [tarball = ''] = readdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project });
});
afterAll(async () => {
  await installation.stop();
  rmSync(project, { recursive: true });
});

/** Node versions on this machine: the one that runs the tests, and an older one of the system. */
const NODES = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter(
  (program) => spawnSync(program, ['--version']).status === 0,
);

test.each(NODES)('the package runs on %s without any other package', async (node) => {
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['laurel-verify']);
  const { pdf, png } = await installation.issue();
  const trust = save('package-laurel.json', installation.trust());
  const command = join(project, 'node_modules/.bin/laurel-verify');
  const files = [save('package.pdf', pdf), save('package.png', png)];
  const good = await runProgram(node, [command, ...files, '--trust', trust], project);
  expect([good.status, good.stderr]).toEqual([0, '']);
  const changed = Buffer.from(pdf);
  changed[100] = (changed[100] ?? 0) ^ 1;
  const bad = await runProgram(node, [command, save('package-bad.pdf', changed), '--trust', trust, '--json'], project);
  expect([bad.status, checksOf(bad).file]).toEqual([1, 'failed: otherFile']);
});

test('the package contains the licences of bundled packages', () => {
  const { stdout } = spawnSync('cat', [join(project, 'node_modules/laurel-verify/dist/THIRD-PARTY-LICENCES.txt')], {
    encoding: 'utf8',
  });
  for (const name of ['@noble/curves', '@noble/hashes', 'jsonld', 'rdf-canonize']) expect(stdout).toContain(`${name} `);
});
