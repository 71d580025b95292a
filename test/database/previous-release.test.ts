import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { launchProduct } from '../support/installation.ts';
import { Laurel } from '../support/laurel.ts';

const NEWEST_TAG = ['describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^'];

/** Returns the previous release: PREVIOUS_RELEASE (a commit or tag), or the newest tag; undefined before the first release. */
function previousRelease(): string | undefined {
  const { status, stdout } = spawnSync('git', NEWEST_TAG, { encoding: 'utf8' });
  return process.env.PREVIOUS_RELEASE || (status === 0 ? stdout.trim() : undefined);
}
const release = previousRelease();

const none = release ? '' : ' (skipped: neither a tag v… nor PREVIOUS_RELEASE)';

test.runIf(release)(`no migration of the previous release has changed${none}`, () => {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });
  const released = git('ls-tree', '--name-only', release ?? '', 'database/migrations/')
    .trim()
    .split('\n');
  expect(released).toContain('database/migrations/0001-initial.sql');
  for (const path of released) expect(readFileSync(path, 'utf8'), path).toBe(git('show', `${release}:${path}`));
});

test.runIf(release)(`the previous release works on this schema, beside processes of this one${none}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-release-'));
  const code = execFileSync('git', ['archive', release ?? ''], { maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: code });
  // With this release's packages, because only the schema is under test.
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const laurel = await Laurel.start({ ROLE: 'api' }, { isApart: true });
  const tenant = await laurel.tenant();
  const ours = laurel.url;
  const before = await launchProduct({ ...laurel.operatorEnvironment(), ROLE: 'all' }, undefined, folder);
  for (const url of [before.url, ours]) {
    laurel.url = url;
    const { id, renderStatus, verificationHash } = await laurel.issue(tenant);
    expect(renderStatus).toBe('COMPLETED');
    for (const either of [before.url, ours]) {
      laurel.url = either;
      expect((await laurel.call(`/verify/${verificationHash}`)).body).toMatchObject({ valid: true });
      expect((await laurel.call(`/certificates/${id}`, { key: tenant.key })).status).toBe(200);
    }
  }
  before.process.kill();
  await once(before.process, 'exit');
  rmSync(folder, { recursive: true });
});
