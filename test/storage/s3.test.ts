import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseStorage } from '../../server/adapters/storage/address.ts';
import { withFallback } from '../../server/adapters/storage/fallback.ts';
import { moveFiles } from '../../server/adapters/storage/move.ts';
import { openStorage } from '../../server/adapters/storage/open-storage.ts';
import type { Storage } from '../../server/adapters/storage/storage.ts';
import { S3Server } from '../support/s3-server.ts';

let s3: S3Server;
let storage: Storage;
const open = (rest = '') => {
  const address = parseStorage(`s3://heads?endpoint=${s3.endpoint}${rest}`) ?? expect.fail();
  return openStorage(address, () => expect.fail());
};
const content = Buffer.from('a certificate');
const digest = createHash('sha256').update(content).digest();
const newKey = (name = 'a.pdf') => ({ organisationId: randomUUID(), id: randomUUID(), name });

beforeAll(async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' });
  s3 = await S3Server.start();
});
afterAll(() => s3.stop());
beforeEach(() => {
  Object.assign(s3, { failures: 0, refusal: '', hasChecksums: false });
  s3.objects.clear();
  s3.methods.length = 0;
  storage = open();
});

test('an upload that fails in transit is retried, and one that keeps failing is “not available”', async () => {
  s3.failures = 2;
  const key = newKey();
  await storage.put({ key, content });
  expect(Buffer.from((await storage.get(key)) ?? '')).toEqual(content);
  s3.failures = 100;
  await expect(storage.put({ key: newKey(), content })).rejects.toMatchObject({ code: 'ESTORAGE' });
});

test('a digest comes from the server if it has one, and otherwise from the content', async () => {
  const key = newKey();
  await storage.put({ key, content });
  s3.methods.length = 0;
  expect(await storage.digest(key)).toEqual(digest);
  expect(s3.methods).toEqual(['HEAD', 'GET']);
  s3.hasChecksums = true;
  expect(await storage.digest(key)).toEqual(digest);
  expect(s3.methods).toEqual(['HEAD', 'GET', 'HEAD']);
  expect(await storage.digest(newKey())).toBe(null);
});

test('an error that an operator can correct is one line with the remedy', async () => {
  expect(await storage.check()).toBe(null);
  for (const [refusal, reason] of [
    ['RequestTimeTooSkewed', /^the clocks of this machine and of the server differ: synchronise them/],
    ['SignatureDoesNotMatch', /^the credentials are refused: correct AWS_ACCESS_KEY_ID/],
    ['AccessDenied', /^the credentials do not allow it: grant s3:ListBucket/],
  ] as const) {
    s3.refusal = refusal;
    expect((await storage.check())?.reason).toMatch(reason);
  }
});

test('without links every download goes through the service, and the address reveals nothing new', () => {
  expect(open('&links=false').temporaryUrl).toBeUndefined();
  expect(storage.temporaryUrl).toBeDefined();
  for (const text of ['s3://heads?retain=3', 's3://heads?what=1', 's3://k:s@heads', 'file://relative', 'postgres'])
    expect([text, parseStorage(text)]).toEqual([text, null]);
});

test('a move keeps different content in the target, and restores no file that is deleted concurrently', async () => {
  const target = open('&prefix=to');
  const source = open('&prefix=from');
  const [same, other, gone] = [newKey(), newKey(), newKey()];
  for (const key of [same, other, gone]) await source.put({ key, content });
  await target.put({ key: other, content: Buffer.from('newer') });
  const both = withFallback(target, source);
  // The product deletes the file between the two reads of the move.
  const put: Storage['put'] = async (...files) => {
    for (const { key } of files) if (key.id === gone.id) await both.remove(key);
    await target.put(...files);
  };
  const moved = await moveFiles({ from: source, to: { ...target, put } }, () => undefined);
  expect(moved).toEqual({ moved: 1, bytes: content.length, different: [Object.values(other).join('/')] });
  expect([await target.digest(same), await target.get(gone), await source.get(same)]).toEqual([digest, null, null]);
  expect(Buffer.from((await both.get(other)) ?? '').toString()).toBe('newer');
});
