import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { beforeAll, expect, test } from 'vitest';
import { nullIfMissing } from '../../server/adapters/files.ts';
import { operate } from '../support/command.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { refusalHere } from '../support/installation.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { addStatements, headOf, logged, logKeyOf, originOf, query, startWithLog, verifyLog } from '../support/log.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { S3Server } from '../support/s3-server.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
let directory: string;
let s3: S3Server;
let key: string;
let bucket: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'laurel-copy-'));
  s3 = await S3Server.start();
  atEndOfFile(async () => {
    await s3.stop();
    await rm(directory, { recursive: true });
  });
  bucket = `s3://heads?endpoint=${s3.endpoint}&prefix=laurel&retain=30`;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' });
  laurel = await startWithLog({ LOG_HEADS: `file://${directory}, ${bucket}, mailto:heads@auditor.example` });
  tenant = await laurel.tenant();
  key = await logKeyOf(laurel);
});

const pathOfHead = (size: number) => `heads/${String(size).padStart(16, '0')}`;

/** Returns the directory's files by path, and the bucket's objects by name. */
async function copies(): Promise<Map<string, Buffer>[]> {
  const names = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  const read = await Promise.all(
    names.map(async (name) => [name, await readFile(join(directory, name)).catch(nullIfMissing)] as const),
  );
  // A file has a temporary name until it is complete.
  const files = read.flatMap(([name, content]) => (content ? [[name, content] as const] : []));
  const objects = [...s3.objects].map(([name, { content }]) => [name.replace('laurel/', ''), content] as const);
  return [new Map(files), new Map(objects)];
}

async function copied(size: number, places = 2): Promise<void> {
  const heads = async () => (await copies()).map((copy) => String(copy.get('checkpoint')));
  const hasSize = (head: string) => head.includes(`\n${size}\n`);
  await waitFor(`${places} copies of ${size}`, heads, (found) => found.filter(hasSize).length >= places);
}

test('a copy has every tile of the newest head and each head since its start, and equals the published log', async () => {
  const sizes: number[] = [];
  for (const count of [5, 300, 2]) {
    await addStatements(laurel, tenant, count);
    sizes.push(await logged(laurel));
    await copied(sizes.at(-1) ?? 0);
  }
  for (const copy of await copies()) {
    for (const size of sizes) expect(headOf(String(copy.get(pathOfHead(size))), key).size).toBe(size);
    expect(copy.get(pathOfHead(307))).toEqual(copy.get('checkpoint'));
    const tiles = [...copy.keys()].filter((name) => name.startsWith('tile/')).sort();
    expect(tiles).toEqual(
      expect.arrayContaining([
        'tile/0/000',
        'tile/0/001.p/51',
        'tile/1/000.p/1',
        'tile/entries/000',
        'tile/entries/001.p/51',
      ]),
    );
    for (const name of tiles) {
      const response = await fetch(`${laurel.url}/log/${name}`);
      expect([name, Buffer.from(await response.arrayBuffer()).equals(copy.get(name) ?? Buffer.alloc(0))]).toEqual([
        name,
        true,
      ]);
    }
  }
  // Superseded partial tiles are deleted where the storage allows it.
  expect([...((await copies())[0]?.keys() ?? [])].filter((name) => name.includes('.p/')).length).toBe(3);
});

test('with retain, heads and full tiles cannot be deleted for the given number of days', () => {
  for (const name of [pathOfHead(5), pathOfHead(307), 'tile/0/000', 'tile/entries/000']) {
    const { headers } = s3.objects.get(`laurel/${name}`) ?? {};
    expect([name, headers?.['x-amz-object-lock-mode']]).toEqual([name, 'COMPLIANCE']);
    const days = (Date.parse(String(headers?.['x-amz-object-lock-retain-until-date'])) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  }
  for (const name of ['checkpoint', 'tile/0/001.p/51'])
    expect(s3.objects.get(`laurel/${name}`)?.headers['x-amz-object-lock-mode']).toBe(undefined);
});

test('a head is mailed at most once per hour', async () => {
  const outbox = join(laurel.operatorEnvironment().DATA_DIR ?? '', 'outbox');
  const mails = await readdir(outbox);
  expect(mails.length).toBe(1);
  const mail = await simpleParser(await readFile(join(outbox, mails[0] ?? '')));
  expect(mail.to).toMatchObject({ text: 'heads@auditor.example' });
  expect(mail.html).toBe(false);
  const file = join(directory, '..', 'mailed-head.txt');
  await writeFile(file, mail.attachments[0]?.content ?? '');
  expect(headOf(await readFile(file, 'utf8'), key).origin).toBe(originOf(laurel));
  expect(mail.text).toContain((await readFile(file, 'utf8')).trim());
  expect(await verifyLog(laurel, '--head', file)).toMatchObject({ code: 0, findings: [] });
  await rm(file);
  const [next] = await query<{ minutes: number }>(
    laurel,
    "select extract(epoch from due_at - now())::float8 / 60 as minutes from log_copies where place like 'mailto:%'",
  );
  expect(next?.minutes).toBeGreaterThan(50);
  expect(next?.minutes).toBeLessThanOrEqual(60);
  await query(laurel, `update log_copies set due_at = now() where place like 'mailto:%'`);
  await waitFor(
    'a second e-mail',
    () => readdir(outbox),
    ({ length }) => length >= 2,
  );
});

test('an unresponsive place delays nothing and catches up, also after a restart', async () => {
  s3.isDown = true;
  await addStatements(laurel, tenant, 10);
  expect(await logged(laurel)).toBe(317);
  await copied(317, 1);
  await laurel.stop();
  s3.isDown = false;
  s3.isOld = true;
  await laurel.launch();
  // As after a clock that was a day ahead.
  await query(laurel, "update log_copies set due_at = now() + interval '1 day'");
  await copied(317);
  const [, objects] = await copies();
  expect(headOf(String(objects?.get(pathOfHead(317))), key).size).toBe(317);
  s3.isOld = false;
});

test('a lost copy is written again in full', async () => {
  await rm(join(directory, 'checkpoint'));
  await rm(join(directory, 'tile'), { recursive: true });
  await addStatements(laurel, tenant, 1);
  await copied(318);
  const [files] = await copies();
  expect([...(files?.keys() ?? [])]).toContain('tile/entries/000');
});

test('an invalid LOG_HEADS, or a place with another log, is refused in one line', async () => {
  for (const wrong of [
    'file://relative',
    'https://x.example',
    's3://x',
    's3://heads?retain=0',
    's3://heads?key=1',
    'mailto:x',
    'x',
  ]) {
    const process = await operate(
      { operatorEnvironment: () => ({ LOG_HEADS: wrong }) } as unknown as Laurel,
      'log',
      'verify',
    );
    expect(process).toMatchObject({ code: 1, out: '' });
    expect(process.err).toMatch(/^laurel: LOG_HEADS: got .+, must be file:\/\/\/directory, [^\n]+\n$/);
  }
  const { url: DATABASE_URL } = await createTestDatabase();
  const other = { DATABASE_URL, BASE_URL: 'https://other.example.org', PORT: '0' };
  const { code, err } = await refusalHere({ ...laurel.operatorEnvironment(), ...other });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^laurel: LOG_HEADS: file:\/\/\S+: checkpoint is not a head that other\.example\.org\/log has signed[^\n]+\n$/,
  );
});

test('copies that were not due for a while get each head of that time', async () => {
  const hold = (seconds: number) =>
    query(laurel, `update log_copies set due_at = now() + interval '${seconds} s' where place not like 'mailto:%'`);
  await hold(600);
  const sizes: number[] = [];
  for (const isHeld of [true, true, false]) {
    if (!isHeld) await hold(0);
    await addStatements(laurel, tenant, 1);
    sizes.push(await logged(laurel));
  }
  await copied(sizes.at(-1) ?? 0);
  for (const copy of await copies())
    for (const size of sizes) expect(headOf(String(copy.get(pathOfHead(size))), key).size).toBe(size);
});
