import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonRows } from '../../database/json-rows.ts';
import { type MikroORM, openDatabase } from '../../database/orm.ts';
import { type Bound, database, statement } from '../../database/sql.ts';
import { createTestDatabase } from '../support/postgres.ts';

let orm: MikroORM;
let url: string;
beforeAll(async () => {
  ({ url } = await createTestDatabase());
  orm = await openDatabase(url);
});
afterAll(() => orm.close());
const db = () => database(orm.em.fork());

test('a timestamp is a Date and a bigint a number, under any alias', async () => {
  const createdAt = new Date('2026-11-21T19:30:00.123Z');
  const organisationId = uuidv7();
  const entry = {
    organisationId,
    id: uuidv7(),
    kind: 'GRANT',
    amount: 5,
    createdAt,
    number: 1,
    mac: Buffer.alloc(48),
  } as const;
  await db().insertInto('credit_entries').values(entry).execute();
  const row = await db()
    .selectFrom('credit_entries')
    .select(['amount', 'createdAt', 'createdAt as at', sql<Date>`created_at`.as('raw_one')])
    .select(({ fn }) => fn.countAll<number>().over().as('count'))
    .where('organisationId', '=', organisationId)
    .executeTakeFirst();
  expect(row).toEqual({ amount: 5, createdAt, at: createdAt, rawOne: createdAt, count: 1 });
});

test('names inside JSON values are unchanged', async () => {
  const response = { course_name: 'a', courseName: 'b', list: [{ a_b: 1 }] };
  const { rows } = await sql<{ someValue: unknown }>`
    select ${JSON.stringify(response)}::jsonb as some_value`.execute(db());
  expect(rows).toEqual([{ someValue: response }]);
});

test('many rows keep their values of every type', async () => {
  const row = {
    fileName: 'a "b" \\x41',
    // A view, as of a piece of a file.
    content: Buffer.from([7, 0, 255, 92, 7]).subarray(1, 4),
    variables: { course_name: 'ü' },
    missing: null,
  };
  const types = { fileName: 'text', content: 'bytea', variables: 'jsonb', missing: 'int' };
  expect(
    await db()
      .selectFrom(jsonRows([row, row], types))
      .selectAll()
      .execute(),
  ).toEqual([row, row]);
});

test('a prebuilt statement uses the values of each call', async () => {
  const echo = statement((db, { text, number }: Bound<{ text: string; number: number }>) =>
    db.selectNoFrom([sql<string>`${text}::text`.as('text'), sql<number>`${number}::int + ${1}::int`.as('next')]),
  );
  const calls = [echo(orm.em.fork(), { text: 'a', number: 1 }), echo(orm.em.fork(), { text: 'b', number: 2 })];
  expect(await Promise.all(calls)).toEqual([[{ text: 'a', next: 2 }], [{ text: 'b', next: 3 }]]);
});

const balance = statement((db, { organisationId }: Bound<{ organisationId: string }>) =>
  db.selectFrom('credit_balances').select('balance').where('organisationId', '=', organisationId),
);
const prepared = sql<{ statement: string; plans: number }>`
  select statement, (generic_plans + custom_plans)::int as plans from pg_prepared_statements where statement like '%credit_balances%'`;

test('a connection prepares a prebuilt statement on first use and reuses it', async () => {
  await orm.em.fork().transactional(async (em) => {
    for (let run = 0; run < 8; run++) expect(await balance(em, { organisationId: uuidv7() })).toEqual([]);
    expect((await prepared.execute(database(em))).rows).toMatchObject([{ plans: 8 }]);
  });
});

test('a prepared statement still works after a later release adds a column to its table', async () => {
  await orm.em.fork().transactional(async (em) => {
    const organisationId = uuidv7();
    await balance(em, { organisationId });
    await sql`alter table credit_balances add column of_a_later_release text`.execute(database(em));
    expect(await balance(em, { organisationId })).toEqual([]);
    await sql`alter table credit_balances drop column of_a_later_release`.execute(database(em));
  });
  const all = statement((db, { id }: Bound<{ id: string }>) =>
    db.selectFrom('organisations').selectAll().where('id', '=', id),
  );
  await expect(all(orm.em.fork(), { id: uuidv7() })).rejects.toThrow('must name its columns');
});

test('a new connection reads a column by the type that a later release gives it', async () => {
  await sql`create table changing (value int)`.execute(db());
  await sql`insert into changing values (7)`.execute(db());
  const values = statement((one, { at }: Bound<{ at: number }>) =>
    one.selectNoFrom([sql`(select value from changing)`.as('value'), sql`${at}::int`.as('at')]),
  );
  expect(await values(orm.em.fork(), { at: 1 })).toEqual([{ value: 7, at: 1 }]);
  await sql`alter table changing alter column value type text using 'seven'`.execute(db());
  const other = await openDatabase(url);
  expect(await values(other.em.fork(), { at: 2 })).toEqual([{ value: 'seven', at: 2 }]);
  await other.close();
});

test('prepares nothing behind a pooler', async () => {
  const pooled = await openDatabase(url, { behindPooler: true });
  await pooled.em.fork().transactional(async (em) => {
    await balance(em, { organisationId: uuidv7() });
    expect((await prepared.execute(database(em))).rows).toEqual([]);
  });
  await pooled.close();
});
