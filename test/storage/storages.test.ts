import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type MikroORM, openDatabase } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { withFallback } from '../../server/adapters/storage/fallback.ts';
import { makeFileStorage } from '../../server/adapters/storage/file.ts';
import { moveFiles } from '../../server/adapters/storage/move.ts';
import { makePostgresStorage } from '../../server/adapters/storage/postgres.ts';
import { createTestDatabase } from '../support/postgres.ts';

let orm: MikroORM;
beforeAll(async () => {
  orm = await openDatabase((await createTestDatabase()).url);
});
afterAll(() => orm.close());

const em = () => orm.em.fork();

test('the files in PostgreSQL are listed once each, also if a page ends between two of one certificate', async () => {
  const [organisationId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await sql`insert into files (organisation_id, id, name, content)
    select ${organisationId}, ${id}, n || '.pdf', 'x' from generate_series(1, 2100) n`.execute(database(em()));
  const names = await Array.fromAsync(makePostgresStorage(em).keys(), ({ name }) => name);
  expect([names.length, new Set(names).size]).toEqual([2100, 2100]);
});

test('while files move, deletions remove them from both storages', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-storages-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const storages = [makePostgresStorage(em), makeFileStorage(directory)] as const;
  const both = withFallback(...storages);
  const of = { organisationId: crypto.randomUUID(), id: crypto.randomUUID() };
  const [kept, other] = [
    { ...of, name: 'kept.pdf' },
    { ...of, name: 'other.pdf' },
  ];
  const content = Buffer.from('x');
  for (const storage of storages) await storage.put({ key: kept, content }, { key: other, content });
  const left = () =>
    Promise.all(storages.flatMap((storage) => [kept, other].map(async (key) => (await storage.get(key)) !== null)));
  await both.removeOthers(of, [kept.name]);
  expect(await left()).toEqual([true, false, true, false]);
  await both.remove(kept);
  expect(await left()).toEqual([false, false, false, false]);
});

/** Stores a file in a directory, from which it moves to PostgreSQL. */
async function movingFile() {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-storages-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [from, to] = [makeFileStorage(directory), makePostgresStorage(em)];
  const key = { organisationId: crypto.randomUUID(), id: crypto.randomUUID(), name: 'deleted.pdf' };
  await from.put({ key, content: Buffer.from('x') });
  const left = async () => [await from.get(key), await to.get(key)];
  return { from, to, key, left };
}

test('a file that is deleted while it moves stays deleted, and does not count as moved', async () => {
  const { from, to, key, left } = await movingFile();
  // The deletion comes after the move has read the file.
  const deleting: typeof to = {
    ...to,
    async put(...files) {
      await withFallback(to, from).remove(key);
      await to.put(...files);
    },
  };
  expect(await moveFiles({ from, to: deleting }, () => undefined)).toEqual({ moved: 0, bytes: 0, different: [] });
  expect(await left()).toEqual([null, null]);
});

test('a file that moves between the two steps of its deletion is gone from both storages', async () => {
  const { from, to, key, left } = await movingFile();
  let steps = 0;
  const moving = (storage: typeof to): typeof to => ({
    ...storage,
    async remove(of) {
      await storage.remove(of);
      steps += 1;
      if (steps === 1) await moveFiles({ from, to }, () => undefined);
    },
  });
  await withFallback(moving(to), moving(from)).remove(key);
  expect([steps, await left()]).toEqual([2, [null, null]]);
});
