import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { listKeys } from '../../server/adapters/keys/commands.ts';
import { loadConfiguredKeys } from '../../server/adapters/keys/configured.ts';
import { openKeyRing } from '../../server/adapters/keys/key-ring.ts';
import { makeKey } from '../../server/adapters/keys/make-keys.ts';
import type { RingKey } from '../../server/adapters/keys/ring-key.ts';
import { chooseKey, withSuccessor } from '../../server/adapters/keys/successors.ts';
import { readConfig } from '../../server/config.ts';
import { openServices } from '../../server/startup/open-services.ts';
import { operate, run } from '../support/command.ts';
import { refusalHere } from '../support/installation.ts';
import { issueSigned, isValid, jwks, keysCommand, type PrintedKey, published } from '../support/keys.ts';
import { Laurel } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { waitFor } from '../support/wait-for.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laurel-keys-'));
});
afterAll(() => rm(folder, { recursive: true }));

const execute = (laurel: Laurel, query: ReturnType<typeof sql>) =>
  query.execute(database(laurel.installation.services.em()));

/** Expects a refused start: one line with this beginning and without secrets. */
async function refuse(
  laurel: Laurel,
  beginning: string,
  { settings = {}, start = refusalHere }: { settings?: Record<string, string>; start?: typeof refusalHere } = {},
): Promise<string> {
  const environment = { ...laurel.operatorEnvironment(), ...settings };
  const { code, err } = await start(environment);
  const lines = err.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  expect([code, lines]).toEqual([1, [expect.stringContaining(`laurel: ${beginning}`)]]);
  expect(err).not.toContain(environment.AUTH_SECRET);
  return lines[0] ?? '';
}

async function signingKeyFile(name: string): Promise<string> {
  const file = join(folder, name);
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return file;
}

test('processes that start concurrently on an empty database agree on the keys', async () => {
  const environment = {
    DATABASE_URL: (await createTestDatabase()).url,
    SIGNING_KEY_FILE: await signingKeyFile('shared.pem'),
    API_KEY_PEPPER: 'p'.repeat(40),
    AUTH_SECRET: 's'.repeat(40),
    DATA_DIR: folder,
  };
  const open = () => openServices(readConfig(environment), environment.DATABASE_URL, 'http://localhost');
  const opened = await Promise.all(Array.from({ length: 8 }, open));
  try {
    const lists = opened.map(({ keys }) => listKeys(keys));
    expect(lists[0]).toHaveLength(7);
    for (const list of lists) expect(list).toEqual(lists[0]);
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
  }
});

test.concurrent('a key from the future, after the clock was set back, delays the start by 5 s', async () => {
  const settings = { API_KEY_PEPPER: 'p'.repeat(40), AUTH_SECRET: 's'.repeat(40), DATA_DIR: folder };
  const configured = await loadConfiguredKeys(readConfig(settings));
  const orm = await openDatabase((await createTestDatabase()).url);
  const warnings: string[] = [];
  const open = (now: () => Date) =>
    openKeyRing({
      ...{ em: () => orm.em.fork(), now, baseUrl: 'http://localhost', configured },
      warn: (message) => warnings.push(message),
    });
  const dayAhead = () => new Date(Date.now() + 24 * 60 * 60 * 1000);
  const rings = [await open(dayAhead), await open(() => new Date())];
  const ended = new AbortController();
  const following = rings[1]?.follow(ended.signal).catch(() => undefined);
  expect(warnings).toEqual([expect.stringMatching(/^waits 5 s for other processes to learn of the signing key/)]);
  ended.abort();
  await following;
  for (const { close } of rings) close();
  await orm.close();
});

test.concurrent('a new SIGNING_KEY_FILE signs from then on, the former key still verifies, and repeating it changes nothing', async () => {
  const laurel = await Laurel.start();
  const tenant = await laurel.tenant();
  const first = await issueSigned(laurel, tenant);
  const { SIGNING_KEY_FILE: formerFile = '' } = laurel.operatorEnvironment();
  await laurel.stop();
  await laurel.launch({ SIGNING_KEY_FILE: await signingKeyFile('new.pem') });
  const second = await issueSigned(laurel, tenant);
  expect(second.keyId).not.toBe(first.keyId);
  const kids = async () => (await jwks(laurel)).map(({ kid }) => kid);
  expect(await kids()).toEqual([second.keyId, first.keyId]);
  expect(await isValid(laurel, first.certificate)).toBe(true);
  await laurel.stop();
  // For one hour, a process that only has the former file continues with it.
  await laurel.launch({ SIGNING_KEY_FILE: formerFile });
  expect(await kids()).toEqual([second.keyId, first.keyId]);
  expect((await issueSigned(laurel, tenant)).keyId).toBe(first.keyId);
  expect(await isValid(laurel, second.certificate)).toBe(true);
  await laurel.stop();
  await keysCommand(laurel, 'distrust', '--id', first.keyId, '--from', new Date().toISOString());
  const line = await refuse(laurel, `SIGNING_KEY_FILE: the current key is ${second.keyId}`);
  expect(line).toContain('keys rotate signing');
  const made = await keysCommand(laurel, 'rotate', 'signing');
  await laurel.launch();
  expect((await issueSigned(laurel, tenant)).keyId).toBe(made.id);
});

test.concurrent('write access to the database is not enough to change, add, remove or set back a key', async () => {
  const laurel = await Laurel.start();
  const held = () => keysCommand<PrintedKey[]>(laurel, 'list');
  const listed = async () => (await published(laurel)).keys;
  const before = await listed();
  await execute(laurel, sql`create table keys_before as select * from keys`);
  await keysCommand(laurel, 'rotate', 'pepper');
  await execute(laurel, sql`create table keys_kept as select * from keys`);
  const kept = await held();
  const changes = {
    changed: sql`update keys set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where purpose = 'signing'`,
    dated: sql`update keys set created_at = created_at - interval '1 day' where purpose = 'signing'`,
    moved: sql`update keys set id = 'other' where purpose = 'log'`,
    added: sql`insert into keys select 'signing', 'other', sealed, created_at from keys where purpose = 'signing'`,
    removed: sql`delete from keys where purpose = 'signing'`,
    'set back': sql`update keys k set sealed = b.sealed from keys_before b where (b.purpose, b.id) = (k.purpose, k.id) and k.purpose = 'signing'`,
  };
  for (const change of Object.values(changes)) {
    await execute(laurel, change);
    await refuse(laurel, 'keys: ');
    expect(await operate(laurel, 'keys', 'rotate', 'signing')).toMatchObject({ code: 1, out: '' });
    await execute(laurel, sql`delete from keys`);
    await execute(laurel, sql`insert into keys select * from keys_kept`);
  }
  expect(await held()).toEqual(kept);
  expect(await listed()).toEqual(before);
  // The number of keys reveals a missing key. Only their generation reveals that a distrusted key is trusted again.
  const former = kept.find(({ purpose }) => purpose === 'signing')?.id ?? '';
  await keysCommand(laurel, 'rotate', 'signing');
  await execute(laurel, sql`create table keys_trusted as select * from keys`);
  await keysCommand(laurel, 'distrust', '--id', former, '--from', new Date().toISOString());
  await execute(
    laurel,
    sql`update keys k set sealed = b.sealed from keys_trusted b where (b.purpose, b.id) = (k.purpose, k.id) and k.id = ${former}`,
  );
  await refuse(laurel, 'keys: rows of this table were removed, or set back to an earlier state');
});

test.concurrent('a running process keeps its keys and reports it when the whole table is set back', async () => {
  const laurel = await Laurel.start();
  const warnings: string[] = [];
  const open = await openServices(readConfig(laurel.operatorEnvironment()), laurel.databaseUrl, 'http://localhost', {
    warn: (message) => warnings.push(message),
  });
  try {
    await execute(laurel, sql`create table keys_before as select * from keys`);
    const made = await keysCommand(laurel, 'rotate', 'pdf');
    await open.keys.follow(new AbortController().signal);
    const ids = async () => open.keys.held.of.pdf.map(({ id }) => id);
    const [id] = await waitFor('the new key', ids, ([first]) => first === made.id);
    await execute(laurel, sql`delete from keys`);
    await execute(laurel, sql`insert into keys select * from keys_before`);
    await waitFor(
      'a warning',
      () => warnings,
      ({ length }) => length > 0,
    );
    expect(warnings).toEqual([expect.stringMatching(/^the keys stay as they were: keys: [^\n]+$/)]);
    expect((await ids())[0]).toBe(id);
  } finally {
    await open.close();
  }
});

test('a new key is used once all processes know it, and a retired or distrusted one never', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
  const make = (keys: RingKey[], seconds: number) =>
    withSuccessor(keys, makeKey('pepper', { baseUrl: 'http://x.example', now: at(seconds) }), at(seconds));
  const [first] = make([], 0);
  const two = make(first ? [first] : [], 100);
  const [former, latter] = two;
  const chosen = (seconds: number, isAtHand = (_key: RingKey) => true) =>
    chooseKey(two, at(seconds), isAtHand)?.id ?? null;
  expect(chosen(119)).toBe(former?.id);
  expect(chosen(121)).toBe(latter?.id);
  const isFormer = (key: RingKey) => key.id === former?.id;
  expect([chosen(119, isFormer), chosen(121, isFormer)]).toEqual([former?.id, null]);
  expect(chosen(101, (key) => key.id === latter?.id)).toBe(latter?.id);
  const distrusted = two.map((key) => ({ ...key, retiredAt: null, distrustedFrom: at(0) }));
  expect(chooseKey(distrusted, at(200), () => true)).toBeNull();
});

test.concurrent('another AUTH_SECRET is refused, and opens the keys once the former one is given, too', async () => {
  const laurel = await Laurel.start();
  const tenant = await laurel.tenant();
  const { certificate } = await issueSigned(laurel, tenant);
  const session = await sessionOf(laurel, tenant, 'a@x.example', 'owner');
  const { id } = await nativeClient(laurel, session).webhooks.create.mutate({
    name: 'w',
    url: 'https://x.example',
    events: ['certificate.ready'],
  });
  await laurel.stop();
  const { AUTH_SECRET: former = '' } = laurel.operatorEnvironment();
  const settings = { AUTH_SECRET: 'n'.repeat(40) };
  const apart = (environment: Record<string, string>) => run('server/main.ts', [], environment);
  expect(await refuse(laurel, 'AUTH_SECRET: got a value not shown here', { settings, start: apart })).toContain(
    'AUTH_SECRET_PREVIOUS',
  );
  await refuse(laurel, 'AUTH_SECRET: got a value not shown here', {
    settings: { ...settings, AUTH_SECRET_PREVIOUS: 'w'.repeat(40) },
  });
  await laurel.launch({ ...settings, AUTH_SECRET_PREVIOUS: former });
  await laurel.stop();
  await laurel.launch({ AUTH_SECRET_PREVIOUS: '' });
  expect(await isValid(laurel, certificate)).toBe(true);
  expect((await laurel.call('/credits', { key: tenant.key })).status).toBe(200);
  // The session and the webhook's secret use the former secret, which the ring keeps.
  expect((await nativeClient(laurel, session).webhooks.get.query({ id })).id).toBe(id);
  await nativeClient(laurel, session).webhooks.ping.mutate({ id });
  await laurel.stop();
  await refuse(laurel, 'AUTH_SECRET: got a value not shown here', { settings: { AUTH_SECRET: former } });
});
