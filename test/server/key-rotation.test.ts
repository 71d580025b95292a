import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { operate } from '../support/command.ts';
import { currentKey, issueSigned, isValid, jwks, keysCommand, type PrintedKey, published } from '../support/keys.ts';
import { Laurel } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.start();
});

const sqlOf = <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(database(laurel.installation.services.em()));

test('each purpose has one current key, and no command prints private keys', async () => {
  const { out } = await operate(laurel, 'keys', 'list');
  expect(out).not.toMatch(/PRIVATE|BEGIN/);
  const keys: PrintedKey[] = JSON.parse(out);
  const current = keys.filter((key) => key.current).map(({ purpose }) => purpose);
  expect(current.sort()).toEqual(['auth', 'log', 'pdf', 'pepper', 'signing', 'test', 'test-pdf']);
  for (const key of keys) expect(Object.keys(key)).toEqual(expect.arrayContaining(['id', 'purpose', 'createdAt']));
});

test.concurrent("a rotated signing key is adopted while serving, and its predecessor's signatures stay valid", async () => {
  const tenant = await laurel.tenant();
  const before = await issueSigned(laurel, tenant);
  const made = await keysCommand(laurel, 'rotate', 'signing');
  expect(made).toMatchObject({ purpose: 'signing', retiredAt: null, distrustedFrom: null, current: true });
  const after = await waitFor(
    'a certificate signed by the new key',
    () => issueSigned(laurel, tenant),
    ({ keyId }) => keyId === made.id,
    { everyMs: 2000 },
  );
  const keys = await jwks(laurel);
  expect(keys.map(({ kid }) => kid)).toEqual([made.id, before.keyId]);
  expect(keys[0]).toEqual({ kty: 'OKP', crv: 'Ed25519', x: keys[0]?.x, kid: made.id, use: 'sig', alg: 'EdDSA' });
  expect(await isValid(laurel, before.certificate)).toBe(true);
  expect(await isValid(laurel, after.certificate)).toBe(true);
});

test.concurrent('a rotated PDF key is listed before the former one, whose certificate stays', async () => {
  const before = (await published(laurel)).pdfCertificates;
  const made = await keysCommand(laurel, 'rotate', 'pdf');
  const known = await waitFor(
    'the new PDF key',
    () => published(laurel),
    ({ keys }) => keys.some(({ id }) => id === made.id),
  );
  expect(known.pdfCertificates).toEqual([expect.stringContaining('BEGIN CERTIFICATE'), ...before]);
  const listed = known.keys.filter(({ purpose }) => purpose === 'pdf');
  expect(listed.map(({ id }) => id)[0]).toBe(made.id);
  expect(listed[1]?.retiredAt).not.toBeNull();
});

test.concurrent('API keys work after the pepper is rotated, and are hashed with the new one when used', async () => {
  const tenant = await laurel.tenant();
  const hashOf = async () => {
    const { rows } = await sqlOf(
      sql<{
        hash: string;
      }>`select encode(key_hash, 'hex') as hash from api_keys where organisation_id = ${tenant.organisationId}`,
    );
    return rows[0]?.hash;
  };
  const use = async () => (await laurel.call('/credits', { key: tenant.key })).status;
  const hash = await hashOf();
  await keysCommand(laurel, 'rotate', 'pepper');
  await waitFor(
    'a new hash of the key',
    async () => {
      expect(await use()).toBe(200);
      return hashOf();
    },
    (found) => found !== hash,
    { everyMs: 500 },
  );
  expect(await use()).toBe(200);
});

test.concurrent('sessions and webhooks continue after the auth secret is rotated; sessions end when it is distrusted', async () => {
  const tenant = await laurel.tenant();
  const session = await sessionOf(laurel, tenant, 'rotated@x.example', 'owner');
  const member = nativeClient(laurel, session);
  const receiver = await Receiver.start();
  const input = { name: 'w', url: receiver.url, events: ['certificate.ready' as const] };
  const { id, secret } = await member.webhooks.create.mutate(input);
  const other = await member.webhooks.create.mutate(input);
  const former = await currentKey(laurel, 'auth');
  const made = await keysCommand(laurel, 'rotate', 'auth');
  // Encrypted values have the id of their key after four bytes.
  const isTakenUp = async () => {
    await member.webhooks.rotateSecret.mutate({ id: other.id });
    const { rows } = await sqlOf(
      sql<{ key: Buffer }>`select substr(secret, 5, 16) as key from webhooks where id = ${other.id}`,
    );
    return rows[0]?.key.toString('base64url') === made.id;
  };
  await waitFor('a secret under the new key', isTakenUp, Boolean, { everyMs: 500 });
  await member.webhooks.ping.mutate({ id });
  const [request] = await receiver.wait(1);
  const { headers = {}, body = '' } = request ?? {};
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  const signedIn = async () =>
    (await fetch(`${laurel.url}/auth/get-session`, { headers: session }).then((answer) => answer.json())) !== null;
  expect(await signedIn()).toBe(true);
  await keysCommand(laurel, 'distrust', '--id', former, '--from', new Date().toISOString());
  await waitFor('the end of the session', signedIn, (is) => !is, { everyMs: 500 });
  const again = nativeClient(laurel, await sessionOf(laurel, tenant, 'again@x.example', 'owner'));
  await again.webhooks.ping.mutate({ id });
  await receiver.wait(2);
});

test('a key that the product made is used after a restart, even if SIGNING_KEY_FILE names the former one', async () => {
  const id = await currentKey(laurel, 'signing');
  await laurel.stop();
  await laurel.launch();
  expect((await issueSigned(laurel, await laurel.tenant())).keyId).toBe(id);
});

test('a distrusted key is published, makes nothing more, and can only be distrusted from an earlier time', async () => {
  const tenant = await laurel.tenant();
  const id = await currentKey(laurel, 'signing');
  const from = '2026-11-20T10:00:00.000Z';
  const printed = await keysCommand<PrintedKey & { replacedBy: string }>(
    laurel,
    'distrust',
    '--id',
    id,
    '--from',
    '2026-11-20T11:00:00+01:00',
  );
  expect(printed).toMatchObject({ id, distrustedFrom: from, current: false });
  const isListed = (found: { id: string; distrustedFrom: string | null }) =>
    found.id === id && found.distrustedFrom === from;
  await waitFor(
    'the distrusted key',
    () => published(laurel),
    ({ keys }) => keys.some(isListed),
  );
  const keys = await jwks(laurel);
  expect(keys[0]?.kid).toBe(printed.replacedBy);
  expect(keys.find(({ kid }) => kid === id)?.revoked).toEqual({ revoked_at: Date.parse(from) / 1000 });
  expect((await issueSigned(laurel, tenant)).keyId).toBe(printed.replacedBy);
  const refused = async (...args: string[]) =>
    expect(await operate(laurel, 'keys', 'distrust', ...args)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^laurel: --(id|from): [^\n]+\n$/),
    });
  await refused('--id', id, '--from', '2026-11-20T10:00:00.001Z');
  await refused('--id', id, '--from', 'yesterday');
  await refused('--id', printed.replacedBy, '--from', '2999-01-01');
  await refused('--id', 'unknown', '--from', from);
  await refused('--id', await currentKey(laurel, 'log'), '--from', from);
  const earlier = await keysCommand(laurel, 'distrust', '--id', id, '--from', '2026-11-19');
  expect(earlier.distrustedFrom).toBe('2026-11-19T00:00:00.000Z');
});
