import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { MIGRATION_NAMES } from '../../database/migrations.ts';
import { waitForDatabase } from '../../server/startup/wait-for-database.ts';
import { createTestDatabase } from '../support/postgres.ts';

let url: string;
let admin: pg.Client;
beforeAll(async () => {
  ({ url } = await createTestDatabase());
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});
afterAll(async () => {
  await admin.query('drop owned by laurel_stranger').catch(() => undefined);
  await admin.query('drop role if exists laurel_stranger');
  await admin.end();
});

/** Returns the messages of /ready and the log about a database, until the process waits or continues. */
async function saidOf(databaseUrl: string): Promise<{ ready: string; logged: string }> {
  const stopping = new AbortController();
  const said = { ready: '', logged: '' };
  const options = {
    signal: stopping.signal,
    explain: (reason: string) => {
      said.ready = reason;
    },
    warn: (line: string) => {
      said.logged = line;
      stopping.abort();
    },
  };
  const address = { url: databaseUrl, directUrl: databaseUrl, behindPooler: false, stop: async () => undefined };
  await waitForDatabase(address, options).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return said;
}

/** Returns the messages while something about the database is changed. */
async function saidWhile(change: string, undo: string, databaseUrl = url): Promise<{ ready: string; logged: string }> {
  await admin.query(change);
  try {
    return await saidOf(databaseUrl);
  } finally {
    await admin.query(undo);
  }
}

test('accepts a fully migrated database without a message', async () => {
  expect(await saidOf(url)).toEqual({ ready: '', logged: '' });
});

test('waits for a partly migrated database or missing queues, and names the command', async () => {
  const [last] = (await admin.query('select name from laurel_migrations order by id desc limit 1')).rows;
  const half = await saidWhile(
    `delete from laurel_migrations where name = '${last.name}'`,
    `insert into laurel_migrations (name) values ('${last.name}')`,
  );
  expect(half.ready).toBe(`migrations are not done (${last.name}): run the command migrate`);
  expect(half.logged).toBe(`${half.ready}: the process waits`);
  const none = await saidWhile(
    'alter table laurel_migrations rename to away',
    'alter table away rename to laurel_migrations',
  );
  expect(none.ready).toBe(`migrations are not done (${MIGRATION_NAMES.join(', ')}): run the command migrate`);
  const queues = await saidWhile(
    'alter schema laurel_tasks rename to away',
    'alter schema away rename to laurel_tasks',
  );
  expect(queues.ready).toBe('migrations are not done (job queues laurel_tasks): run the command migrate');
});

test.each([
  ["encoding 'SQL_ASCII' locale_provider libc locale 'C'", 'the encoding of the database is SQL_ASCII, not UTF8'],
  ["encoding 'LATIN1' locale_provider libc locale 'C'", 'the encoding of the database is LATIN1, not UTF8'],
  [
    "encoding 'UTF8' locale_provider libc locale 'C'",
    'the locale of the database, C, does not lower I to i and Ü to ü',
  ],
  [
    "encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'",
    'the locale of the database, tr-TR, does not lower I to i and Ü to ü',
  ],
])('neither uses nor migrates a database with %s', async (options, reason) => {
  const name = `"${new URL(url).pathname.slice(1)}-odd"`;
  const other = Object.assign(new URL(url), { pathname: `/${name.replaceAll('"', '')}` }).href;
  await admin.query(`create database ${name} ${options} template template0`);
  const cure = `${reason}: recreate it: create database ${name} encoding 'UTF8' locale_provider libc locale 'C.UTF-8' template template0`;
  expect((await saidOf(other)).ready).toBe(cure);
  await expect(migrate(other)).rejects.toThrow(cure);
  await admin.query(`drop database ${name}`);
});

test('waits for a read-only database', async () => {
  const name = new URL(url).pathname.slice(1);
  const said = await saidWhile(
    `alter database ${name} set default_transaction_read_only = on`,
    `alter database ${name} reset default_transaction_read_only`,
  );
  expect(said.ready).toMatch(
    /^DATABASE_URL: the database is read-only: a standby, or .+: set the address of the primary/,
  );
  expect(said.logged).toBe(`${said.ready}: the process waits`);
});

test('names the variable and the first table of a role without rights', async () => {
  const stranger = Object.assign(new URL(url), { username: 'laurel_stranger', password: 'x' }).href;
  await admin.query("create role laurel_stranger login password 'x'");
  expect((await saidOf(stranger)).ready).toMatch(
    /^the role of DATABASE_URL may not read or write .+ and \d+ more tables: use the role that ran migrate/,
  );
});

test('runs beside a later release, unless that requires a newer process', async () => {
  const later = await saidWhile(
    "insert into laurel_migrations (name) values ('9999-later')",
    "delete from laurel_migrations where name = '9999-later'",
  );
  expect(later).toEqual({
    ready: '',
    logged: 'the database is of a later release (9999-later): update this process soon',
  });
  const refused = saidWhile(
    "comment on table laurel_migrations is 'needs 9999-later'",
    'comment on table laurel_migrations is null',
  );
  await expect(refused).rejects.toThrow(
    /^the database is of a later release, which .+ \(9999-later\): update this process$/,
  );
});

test('neither uses nor migrates a database of a development version', async () => {
  const refusal =
    /^the database was made by a development version, which no release reads: begin with an empty database/;
  await admin.query("update laurel_migrations set name = 'Migration20261121000000' where name = '0001-initial'");
  try {
    await expect(saidOf(url)).rejects.toThrow(refusal);
    await expect(migrate(url)).rejects.toThrow(refusal);
  } finally {
    await admin.query("update laurel_migrations set name = '0001-initial' where name = 'Migration20261121000000'");
  }
});

test('logs a wrong password and a missing database with the remedy; /ready names no host or user', async () => {
  const missing = await saidOf(Object.assign(new URL(url), { pathname: '/laurel_is_not_here' }).href);
  expect(missing.logged).toContain('create the database, then run the command migrate');
  expect(missing.ready).toBe('the database does not answer');
});

test('names the version of a server that is too old', async () => {
  const old = createServer((socket) => {
    const message = (type: string, body: Buffer) => {
      const head = Buffer.alloc(5);
      head.write(type);
      head.writeInt32BE(body.length + 4, 1);
      socket.write(Buffer.concat([head, body]));
    };
    const ready = () => message('Z', Buffer.from('I'));
    const column = (name: string, type: number) => Buffer.concat([Buffer.from(`${name}\0`), fields(0, 0, type)]);
    const value = (text: string) => Buffer.concat([int32(text.length), Buffer.from(text)]);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data[0] === 0) {
        message('R', int32(0));
        ready();
      } else if (data[0] === 'Q'.charCodeAt(0)) {
        message('T', Buffer.concat([int16(2), column('version', 25), column('number', 23)]));
        message('D', Buffer.concat([int16(2), value('14.11'), value('140011')]));
        message('C', Buffer.from('SELECT 1\0'));
        ready();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(old, 'listening');
  const { port } = old.address() as AddressInfo;
  const { ready } = await saidOf(`postgres://laurel@127.0.0.1:${port}/laurel`);
  old.close();
  expect(ready).toBe('PostgreSQL 14.11 is too old: upgrade the server to 15 or later');
});

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number): Buffer => Buffer.concat([int16(value >> 16), int16(value & 0xffff)]);
/** Returns the end of a column's description: table, number, type, length, modifier, format. */
const fields = (table: number, number: number, type: number): Buffer =>
  Buffer.concat([int32(table), int16(number), int32(type), int16(-1), int32(-1), int16(0)]);
