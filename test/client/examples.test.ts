import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

const run = promisify(execFile);
const isHere = (program: string): boolean => spawnSync('which', [program]).status === 0;

let laurel: Laurel;
let tenant: Tenant;
let folder: string;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  folder = await mkdtemp(join(tmpdir(), 'laurel-examples-'));
});
afterAll(() => rm(folder, { recursive: true }));

const LANGUAGES: [program: string, args: string[]][] = [
  ['curl', ['sh', 'issue.sh']],
  ['python3', ['python3', 'issue.py']],
  ['php', ['php', 'issue.php']],
  ['go', ['go', 'run', 'issue.go']],
  ['dotnet', ['dotnet', 'run', 'issue.cs']],
];
describe.each(LANGUAGES)('%s', (program, [command = '', ...args]) => {
  // Skipped if the program is not installed, except in CI.
  test.skipIf(!isHere(program) && process.env.CI_JUDGES !== 'required')(
    'the example issues a certificate and saves its PDF',
    () => issueBy(command, args),
  );
});

async function issueBy(command: string, given: readonly string[]): Promise<void> {
  const args = given.slice(0, -1);
  const file = given.at(-1) ?? '';
  const env = {
    ...process.env,
    LAUREL_URL: laurel.url,
    LAUREL_API_KEY: tenant.key,
    LAUREL_TEMPLATE_ID: tenant.templateId,
  };
  const { stdout } = await run(command, [...args, resolve('samples/api', file)], { cwd: folder, env });
  const { body } = await laurel.call(`/certificates/${stdout.trim()}`, { key: tenant.key });
  expect(body).toMatchObject({ recipientName: 'Ada Lovelace', renderStatus: 'COMPLETED' });
  const pdf = await readFile(join(folder, 'certificate.pdf'));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  await rm(join(folder, 'certificate.pdf'));
}

test('the laptop receiver prints signed deliveries and refuses others', async () => {
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@example.org', 'owner'));
  const url = 'http://127.0.0.1:9/';
  const { id, secret } = await owner.webhooks.create.mutate({ name: 'mine', url, events: ['certificate.ready'] });
  const env = { PATH: process.env.PATH, LAUREL_WEBHOOK_SECRET: secret };
  const receiver = spawn(process.execPath, ['samples/api/receiver.mjs', '0'], { env });
  try {
    const [said] = await once(receiver.stderr, 'data');
    const [address = ''] = /http:\S+/.exec(String(said)) ?? [];
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(400);
    await owner.webhooks.update.mutate({ id, url: address });
    await owner.webhooks.ping.mutate({ id });
    const [printed] = await once(receiver.stdout, 'data');
    expect(JSON.parse(String(printed))).toMatchObject({ event: 'ping', data: { webhookId: id } });
  } finally {
    receiver.kill();
  }
});
