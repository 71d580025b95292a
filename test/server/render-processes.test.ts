import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Laurel } from '../support/laurel.ts';

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It has ended in the meantime.
    return '';
  }
};

test.runIf(process.platform === 'linux')('render processes cannot gain privileges', async () => {
  const laurel = await Laurel.start({}, { isApart: true });
  const tenant = await laurel.tenant({ credits: 1 });
  await laurel.issue(tenant);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statusOf)
    .filter((status) => new RegExp(`^PPid:\\s*${laurel.process.pid}$`, 'm').test(status));
  expect(children.length).toBeGreaterThan(0);
  for (const status of children) expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
});
