import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Laurel } from '../support/laurel.ts';
import { addStatements, logged, originOf, query, readLog, startWithLog, verifyLog } from '../support/log.ts';

let laurel: Laurel;
let folder: string;
let size: number;
let heldHead: string;

beforeAll(async () => {
  laurel = await startWithLog();
  folder = await mkdtemp(join(tmpdir(), 'laurel-heads-'));
  const tenant = await laurel.tenant();
  await laurel.issue(tenant);
  await addStatements(laurel, tenant, 300);
  await logged(laurel);
  heldHead = join(folder, 'head.txt');
  await writeFile(heldHead, await readLog(laurel, 'checkpoint'));
  await addStatements(laurel, tenant, 400);
  size = await logged(laurel);
  // Nothing appends while the tests change the database.
  await laurel.stop();
});
afterAll(() => rm(folder, { recursive: true }));

/** Changes the database, verifies the log, and reverts the change. */
async function findingsAfter(change: string, undo: string, ...args: string[]): Promise<string[]> {
  await query(laurel, change);
  try {
    const { code, findings, findingCount } = await verifyLog(laurel, ...args);
    expect([code, findingCount]).toEqual([findings.length > 0 ? 1 : 0, findings.length]);
    return findings.map(({ message }: { message: string }) => message);
  } finally {
    await query(laurel, undo);
  }
}

const KEYS = {
  log_tiles: ['level', 'index'],
  log_heads: ['size'],
  seals: ['organisation_id', 'certificate_id', 'number'],
  certificates: ['organisation_id', 'id'],
};

/** Returns an update of one row, and its reversal. */
function altered(table: keyof typeof KEYS, column: string, value: string, where: string): [string, string] {
  const isKept = KEYS[table].map((key) => `${table}.${key} = kept.${key}`).join(' and ');
  return [
    `create table kept as select * from ${table} where ${where};
      alter table ${table} disable trigger user; update ${table} set ${column} = ${value} where ${where}`,
    `update ${table} set ${column} = kept.${column} from kept where ${isKept};
      alter table ${table} enable trigger user; drop table kept`,
  ];
}

const flip = (at: number) => `set_byte(bytes, ${at}, get_byte(bytes, ${at}) # 1)`;

test('an untouched log has no findings, with and without a saved head', async () => {
  const { code, ...report } = await verifyLog(laurel, '--head', heldHead);
  expect(code).toBe(0);
  expect(report).toMatchObject({ origin: originOf(laurel), size, statements: size, erased: 0, lost: 0 });
  expect(report).toMatchObject({ findings: [], findingCount: 0, unread: [], restored: [] });
});

test.each([
  ['a leaf', altered('log_tiles', 'bytes', flip(100), 'level = -1 and index = 1'), /^tile\/0\/001 does not match/],
  ['a hash', altered('log_tiles', 'bytes', flip(40), 'level = 0 and index = 0'), /^tile\/0\/000 does not match/],
  [
    'a hash at the edge',
    altered('log_tiles', 'bytes', flip(5), 'level = 0 and index = 2'),
    /^tile\/0\/002\.p\/\d+ does not/,
  ],
  ['an upper hash', altered('log_tiles', 'bytes', flip(5), 'level = 1 and index = 0'), /^tile\/1\/000\.p\/2 does not/],
  [
    'a head',
    altered('log_heads', 'checkpoint', `replace(checkpoint, 'log', 'lag')`, 'size = (select max(size) from log_heads)'),
    /^The head of \d+ entries is not signed/,
  ],
  [
    'a statement',
    altered('seals', 'statement', `replace(statement, '2026-11-21', '2026-11-20')`, 'log_index = 300'),
    /^Statement 0 of certificate [\w-]+ \(organisation [\w-]+\) does not match leaf 300$/,
  ],
  [
    'a salt',
    altered('certificates', 'proof_salt', `sha256('x')`, 'id = (select certificate_id from seals where log_index = 9)'),
    /does not match leaf 9/,
  ],
  [
    'a time',
    altered('seals', 'logged_at', `logged_at - interval '1 s'`, 'log_index = 300'),
    /has another logging time/,
  ],
  [
    'an index',
    altered('seals', 'log_index', '100000', 'log_index = 300'),
    /^Leaf 300 has no statement: its row was deleted$/,
  ],
] as const)('%s that was changed is reported', async (_, [change, undo], message) => {
  expect(await findingsAfter(change, undo)).toContainEqual(expect.stringMatching(message));
});

test('a deleted statement is reported with its leaf', async () => {
  const messages = await findingsAfter(
    'create table kept as select * from seals where log_index = 42; delete from seals where log_index = 42',
    'insert into seals select * from kept; drop table kept',
  );
  expect(messages).toEqual(['Leaf 42 has no statement: its row was deleted']);
});

test('an unsigned record of a restored range does not hide findings', async () => {
  const messages = await findingsAfter(
    `create table kept as select * from seals where log_index = 42; delete from seals where log_index = 42;
      insert into log_restores values (40, 50, 'forged')`,
    'insert into seals select * from kept; drop table kept; delete from log_restores',
  );
  expect(messages).toEqual([
    "The record that entries 40 to 49 were restored is not signed by the log's key",
    'Leaf 42 has no statement: its row was deleted',
  ]);
});

test('a missing tile is reported', async () => {
  const gone = (where: string) =>
    [
      `create table kept as select * from log_tiles where ${where}; delete from log_tiles where ${where}`,
      'insert into log_tiles select * from kept; drop table kept',
    ] as const;
  expect(await findingsAfter(...gone('level = 0 and index = 1'))).toEqual(['tile/0/001 is missing']);
  const [message] = await findingsAfter(...gone('level = -1 and index = 1'));
  expect(message).toMatch(/^Bundle 1 of entries can't be read, so nothing after it is checked/);
});

test('an erased salt is counted, without a finding', async () => {
  const [change, undo] = altered(
    'certificates',
    'proof_salt',
    `''`,
    'id = (select certificate_id from seals where log_index = 9)',
  );
  await query(laurel, change);
  expect(await verifyLog(laurel)).toMatchObject({ code: 0, statements: size - 1, erased: 1, findings: [] });
  await query(laurel, undo);
});

test('a statement that waits for more than a minute is reported', async () => {
  const messages = await findingsAfter(
    `insert into seals select organisation_id, certificate_id, 7, statement, signature, key_id, now() - interval '2 minutes'
      from seals where log_index = 42`,
    'delete from seals where number = 7',
  );
  expect(messages).toEqual([expect.stringMatching(/^Statement 7 of certificate .+ has waited for its leaf/)]);
});

test('a saved head that is forged, or of another log, is reported', async () => {
  const note = await (await import('node:fs/promises')).readFile(heldHead, 'utf8');
  const forged = join(folder, 'forged.txt');
  await writeFile(forged, note.replace(/\n\d+\n/, '\n301000\n'));
  const { code, findings } = await verifyLog(laurel, '--head', forged);
  expect(code).toBe(1);
  expect(findings[0].message).toMatch(/^--head has no head that this log has signed: The signature of .+ is wrong$/);
});
