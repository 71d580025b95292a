import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { encodeLeaf, rootAt, splitBundle } from '../../proof/log/index.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { addStatements, headOf, logged, logKeyOf, originOf, readLog, startWithLog } from '../support/log.ts';

let laurel: Laurel;
let tenant: Tenant;
let key: string;

beforeAll(async () => {
  laurel = await startWithLog({ RATE_LIMIT_VERIFY: '40' });
  tenant = await laurel.tenant();
  key = await logKeyOf(laurel);
});

const get = (path: string, init: RequestInit = {}) => fetch(`${laurel.url}/log/${path}`, init);

/** Splits a `.tlog-proof` into its parts. */
function parseProof(text: string) {
  const [head = '', ...checkpoint] = text.split('\n\n');
  const [version, extra = '', index = '', ...hashes] = head.split('\n');
  return {
    version,
    extra: JSON.parse(Buffer.from(extra.replace('extra ', ''), 'base64').toString()),
    index: Number(index.replace('index ', '')),
    hashes,
    checkpoint: checkpoint.join('\n\n'),
  };
}

test('an empty log has a head', async () => {
  expect(headOf(await readLog(laurel, 'checkpoint'), key)).toMatchObject({
    origin: originOf(laurel),
    size: 0,
  });
});

test('issuing, revoking and reinstating add leaves that a verifier can rebuild', async () => {
  const { id, verificationHash } = await laurel.issue(tenant);
  await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'By mistake' } });
  await laurel.call(`/certificates/${id}/reinstate`, { key: tenant.key, method: 'POST' });
  await logged(laurel);
  const entries = JSON.parse(await readLog(laurel, `entries/${verificationHash.toUpperCase()}`));
  expect(entries.length).toBe(3);
  const kinds = ['issue', 'revoke', 'reinstate'] as const;
  for (const [number, kind] of kinds.entries()) {
    const { extra, version, index, checkpoint } = parseProof(entries[number].proof);
    expect(version).toBe('c2sp.org/tlog-proof@v1');
    const head = headOf(checkpoint, key);
    expect(head.size).toBeGreaterThan(index);
    const leaf = Buffer.from(entries[number].leaf, 'base64');
    const statement = Buffer.from(extra.statement);
    expect(JSON.parse(extra.statement)).toMatchObject({ kind, verificationHash });
    const { signer } = laurel.installation.services;
    expect(signer.verify(extra.keyId, statement, Buffer.from(extra.signature, 'base64'))).toBe(true);
    const time = new Date(JSON.parse(leaf.toString()).time);
    const salt = Buffer.from(extra.salt, 'base64');
    expect(leaf).toEqual(encodeLeaf({ kind, verificationHash, statement, salt, time }));
    expect(leaf.toString()).not.toContain(verificationHash);
    expect(leaf.toString()).not.toContain(id);
    const bundle = Buffer.from(await (await get(`tile/entries/000.p/${head.size}`)).arrayBuffer());
    expect(splitBundle(bundle, head.size)[index]).toEqual(leaf);
  }
});

test('tiles of every signed width are served, and nothing beyond the newest head', async () => {
  await addStatements(laurel, tenant, 600);
  const size = await logged(laurel);
  const { root } = headOf(await readLog(laurel, 'checkpoint'), key);
  const readTile = async (level: number | 'entries', index: number, width: number) => {
    const path = `tile/${level}/${String(index).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`;
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    return Buffer.from(await response.arrayBuffer());
  };
  expect(await rootAt({ size, readTile }, size)).toEqual(root);
  const rest = size % 256;
  const full = Math.floor(size / 256);
  const last = String(full).padStart(3, '0');
  expect((await readTile(0, full, 1)).length).toBe(32);
  expect((await readTile(0, 0, 17)).equals((await readTile(0, 0, 256)).subarray(0, 17 * 32))).toBe(true);
  expect(splitBundle(await readTile('entries', full, rest), rest).length).toBe(rest);
  for (const path of [
    `tile/0/${last}`,
    `tile/0/${last}.p/${rest + 1}`,
    `tile/entries/${last}`,
    `tile/1/000.p/${full + 1}`,
    'tile/1/000',
    'tile/2/000.p/1',
    'tile/0/x000/001',
    'tile/00/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/0',
    'tile/64/000',
    'tile/-1/000',
    'tile/entries/999',
    'tile/entries/x999/x999/x999/x999/x999/999',
    'tile/0/000%2Ep/1',
    'tile/',
    'nothing',
  ]) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  }
});

test('any page can read the log; tiles are cached permanently, the checkpoint is not', async () => {
  const headers = { Origin: 'https://monitor.example' };
  const checkpoint = await get('checkpoint', { headers });
  expect(Object.fromEntries(checkpoint.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
  });
  const tile = await get('tile/0/000.p/1', { headers });
  expect(Object.fromEntries(tile.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  });
});

test('malformed and unknown hashes return 404, with the rate limit of verification', async () => {
  for (const hash of ['0'.repeat(64), 'x', `${'0'.repeat(64)}0`])
    expect((await get(`entries/${hash}`)).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 60 }, () => get(`entries/${'0'.repeat(64)}`)));
  expect(answers.map(({ status }) => status)).toContain(429);
  expect((await get('checkpoint')).status).toBe(200);
});

test('the database refuses a second head of a size, a smaller one, and any change', async () => {
  const db = database(laurel.installation.services.em());
  for (const statement of [
    sql`insert into log_heads select max(size), 'x', now() from log_heads`,
    sql`insert into log_heads select max(size) - 1, 'x', now() from log_heads`,
    sql`update log_heads set checkpoint = 'x'`,
    sql`delete from log_heads`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/heads of the log only grow/);
});
