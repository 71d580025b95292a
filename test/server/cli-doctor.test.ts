import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { waitForLock } from '../../embedded-postgres/locks.ts';
import { startEmbeddedPostgres } from '../../embedded-postgres/start.ts';
import { makeSelfSigned } from '../../proof/pdf-signature/index.ts';
import { describeJudgedBy } from '../proof/judges.ts';
import { command, type Outcome, run } from '../support/command.ts';
import { Dovecot } from '../support/dovecot.ts';
import { Laurel } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';

type States = Record<string, { state: string; message: string }>;

type Ask = (words: string[], environment: Record<string, string>) => Promise<Outcome>;

/** Runs a command in a process: with settings that libraries read, or with checks that still wait when the report is complete. */
const apart: Ask = (words, environment) => run('server/cli/main.ts', words, environment);

/** Runs the doctor, with all lines of its report and its exit code. */
async function examine(environment: Record<string, string>, ask: Ask = command) {
  const { code, out, err } = await ask(['doctor'], environment);
  const parts: States = {};
  for (const line of out.trimEnd().split('\n')) {
    const [, state = '', part = '', message = ''] = /^(ok|warning|broken|unchecked) +(\w+) +(\S.*)$/.exec(line) ?? [];
    expect([line, part]).not.toEqual([line, '']);
    parts[part] = { state, message };
  }
  expect(Object.keys(parts)).toEqual(['database', 'clock', 'keys', 'storage', 'mail', 'workers', 'log']);
  const broken = Object.keys(parts).filter((part) => parts[part]?.state === 'broken');
  expect([code, err]).toEqual(broken.length > 0 ? [1, `laurel: broken: ${broken.join(', ')}\n`] : [0, '']);
  const statesOf = () => Object.fromEntries(Object.entries(parts).map(([part, { state }]) => [part, state]));
  return { parts, states: statesOf(), out };
}

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-doctor-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a server that accepts connections and never says a word. */
async function silentServer(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

test('a running installation is in order, and the doctor leaves nothing behind', async () => {
  const laurel = await Laurel.start();
  const storage = await temporary();
  const environment = { ...laurel.operatorEnvironment(), STORAGE_URL: `file://${storage}` };
  const { parts, states } = await examine(environment);
  // The database of the tests runs without fsync.
  expect(states).toEqual({
    database: 'broken',
    clock: 'ok',
    keys: 'ok',
    storage: 'ok',
    mail: 'warning',
    workers: 'ok',
    log: 'ok',
  });
  expect(parts.database?.message).toMatch(/^fsync is off, and a power failure destroys the database: set fsync = on;/);
  expect(parts.workers?.message).toBe('1 worker; no job waits');
  expect(await readdir(storage)).toEqual([]);
  const { code, out } = await command(['doctor', '--json'], environment);
  expect([code, JSON.parse(out).findings]).toEqual([
    1,
    Object.entries(parts).map(([part, finding]) => ({
      part,
      ...finding,
      ...(part === 'clock' && { message: expect.any(String) }),
    })),
  ]);
});

test('a stopped installation with the embedded database lacks only workers and mail', async () => {
  const DATA_DIR = await temporary();
  // Nothing is created before the first start.
  const absent = await examine({ DATA_DIR: join(DATA_DIR, 'absent') });
  expect(absent.parts.database?.message).toMatch(/has no database yet: start Laurel once/);
  expect(absent.states.keys).toBe('unchecked');
  expect(await readdir(DATA_DIR)).toEqual([]);
  expect(await command(['migrate'], { DATA_DIR })).toMatchObject({ code: 0 });
  expect((await command(['keys', 'list'], { DATA_DIR })).code).toBe(0);
  const { parts, states } = await examine({ DATA_DIR });
  expect(states).toEqual({
    ...{ database: 'ok', clock: 'ok', keys: 'ok', storage: 'ok', mail: 'warning', workers: 'broken', log: 'ok' },
  });
  expect(parts.database?.message).toMatch(/^PostgreSQL [\d.]+, migrated to [\w-]+, time zone UTC, fsync on/);
  expect(parts.workers?.message).toBe('no worker runs: start a process with ROLE=worker or ROLE=all (no job waits)');
  expect(parts.mail?.message).toContain(join(DATA_DIR, 'outbox'));
  // The secrets are gone: none is created in their place.
  await rm(join(DATA_DIR, 'secrets/auth-secret'));
  const lost = await examine({ DATA_DIR });
  expect(lost.parts.keys?.message).toBe(
    `${join(DATA_DIR, 'secrets/auth-secret')} missing: restore from the backup of DATA_DIR`,
  );
  expect(lost.states.log).toBe('unchecked');
  expect(await readdir(join(DATA_DIR, 'secrets'))).not.toContain('auth-secret');
  // It stopped the server that it had started.
  const postgres = await startEmbeddedPostgres({
    dataDir: DATA_DIR,
    log: (line) => expect(line).not.toMatch(/already runs/),
  });
  await postgres.stop();
});

test('secrets of another installation are named, never shown, and not added to the keys', async () => {
  const laurel = await Laurel.start();
  const environment = laurel.operatorEnvironment();
  const keys = async () => (await command(['keys', 'list'], environment)).out;
  const before = await keys();
  const secret = 'hunter2'.repeat(6);
  const auth = await examine({ ...environment, AUTH_SECRET: secret });
  expect(auth.parts.keys).toEqual({
    state: 'broken',
    message: 'AUTH_SECRET does not open the keys in this database: set the value that it was created with',
  });
  const pepper = await examine({ ...environment, API_KEY_PEPPER: secret });
  expect(pepper.parts.keys?.message).toMatch(/^API_KEY_PEPPER is not of this database: restore it/);
  const file = join(await temporary(), 'key.pem');
  await writeFile(file, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const signing = await examine({ ...environment, SIGNING_KEY_FILE: file });
  expect(signing.parts.keys?.state).toBe('broken');
  expect(signing.parts.keys?.message).toMatch(
    /^SIGNING_KEY_FILE: the current key is \S+, whose file this process was not given/,
  );
  const unreadable = await examine({ ...environment, SIGNING_KEY_FILE: '/nowhere/key.pem' });
  expect(unreadable.parts.keys?.message).toBe(
    'SIGNING_KEY_FILE: got "/nowhere/key.pem", which can\'t be read (ENOENT)',
  );
  for (const { out } of [auth, pepper, signing, unreadable]) expect(out).not.toContain('hunter2');
  expect(await keys()).toBe(before);
});

test('an embedded database that hangs is named within seconds, and so is a process that does not end its start', async () => {
  const DATA_DIR = await temporary();
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: () => undefined, settings: { fsync: 'off' } });
  const pid = Number.parseInt(await readFile(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGSTOP');
  const waking = () => {
    process.kill(pid, 'SIGCONT');
    return postgres.stop();
  };
  onTestFinished(waking);
  const started = performance.now();
  const hanging = await examine({ DATA_DIR }, apart);
  expect(hanging.parts.database).toEqual({
    state: 'broken',
    message: `PostgreSQL (process ${pid}) hangs: no answer within 10 s. End that process`,
  });
  expect(await run('server/main.ts', [], { DATA_DIR, PORT: '0', LOG_LEVEL: 'warn' })).toMatchObject({
    code: 1,
    err: `laurel: ${hanging.parts.database?.message}\n`,
  });
  const change = await waitForLock(join(DATA_DIR, 'postgres.change.lock'), () => undefined);
  const waiting = await examine({ DATA_DIR }, apart);
  change.release();
  expect(waiting.parts.database?.message).toMatch(
    /^another process has been starting or stopping PostgreSQL for 5 s: /,
  );
  expect(performance.now() - started).toBeLessThan(50_000);
});

test('servers that hang are reported within their limits, and the rest is checked', async () => {
  const laurel = await Laurel.start();
  const environment = { ...laurel.operatorEnvironment(), MAIL_FROM: 'x@x.example' };
  const port = await silentServer();
  const started = performance.now();
  const [unreachable, mail, locked] = await Promise.all([
    examine({ ...environment, DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${port}/x` }, apart),
    examine(
      {
        ...environment,
        SMTP_URL: `smtp://u:hunter2@127.0.0.1:${port}`,
        STORAGE_URL: `s3://bucket?endpoint=http://127.0.0.1:${port}&region=x`,
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'hunter2',
      },
      apart,
    ),
    // A table that stays locked, as during a migration that hangs.
    laurel.installation.services.em().transactional(async (em) => {
      await sql`lock table worker_heartbeats in access exclusive mode`.execute(database(em));
      return examine(environment, apart);
    }),
  ]);
  expect(performance.now() - started).toBeLessThan(35_000);
  expect(unreachable.states).toEqual({
    ...{
      database: 'broken',
      clock: 'unchecked',
      keys: 'unchecked',
      storage: 'unchecked',
      mail: 'warning',
      workers: 'unchecked',
      log: 'unchecked',
    },
  });
  expect(unreachable.parts.database?.message).toMatch(/timeout|no answer within 15 s/);
  expect(mail.states).toMatchObject({ storage: 'broken', mail: 'broken', keys: 'ok', log: 'ok' });
  expect(mail.parts.mail?.message).toMatch(/^SMTP_URL: 127.0.0.1:\d+: Greeting never received/);
  expect(mail.parts.storage?.message).toMatch(/no answer within 15 s|does not answer/);
  for (const { out } of [unreachable, mail]) expect(out).not.toContain('hunter2');
  expect(locked.states).toMatchObject({ keys: 'ok', storage: 'ok', log: 'ok' });
  expect(locked.parts.workers).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/^no answer within 15 s: /),
  });
});

test('the mail server is asked to sign in, gets no mail, and its refusal is shown without the password', async () => {
  const laurel = await Laurel.shared();
  const environment = { ...laurel.operatorEnvironment(), BASE_URL: 'https://laurel.example' };
  const mailbox = await Mailbox.start({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'operator' && password === 'hunter2'
        ? callback(null, { user: username })
        : callback(new Error('Not the password')),
  });
  const at = (credentials: string) => ({ ...environment, SMTP_URL: mailbox.url.replace('://', `://${credentials}`) });
  const accepted = await examine(at('operator:hunter2@'));
  expect(accepted.parts.mail).toEqual({
    state: 'ok',
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ accepts the connection and the sign-in$/),
  });
  const refused = await examine(at('operator:hunter3@'));
  expect(refused.parts.mail).toEqual({
    state: 'broken',
    message: expect.stringMatching(/^SMTP_URL: 127\.0\.0\.1:\d+: 535 Not the password$/),
  });
  const local = await examine({ ...at(''), BASE_URL: 'http://localhost:3000', MAIL_FROM: '' });
  expect(local.parts.mail).toMatchObject({ state: 'warning', message: expect.stringMatching(/^MAIL_FROM: /) });
  const down = await examine({ ...environment, SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(down.parts.mail?.message).toMatch(/ECONNREFUSED/);
  expect(mailbox.mails).toEqual([]);
  for (const { out } of [accepted, refused]) expect(out).not.toMatch(/hunter\d/);
});

describeJudgedBy(['dovecot'], 'the mailbox for bounces', () => {
  test('is opened and stays unread, and a wrong password is said', async () => {
    const laurel = await Laurel.shared();
    const dovecot = await Dovecot.start();
    onTestFinished(() => dovecot.stop());
    const { url: SMTP_URL } = await Mailbox.start();
    const of = (BOUNCE_IMAP_URL: string) => ({
      ...laurel.operatorEnvironment(),
      ...{ SMTP_URL, BOUNCE_IMAP_URL, MAIL_FROM: 'x@x.example', BOUNCE_ADDRESS: 'bounces@x.example' },
    });
    dovecot.deliver('Subject: unread\r\n\r\nunread\r\n');
    const opened = await examine(of(dovecot.url));
    expect(opened.parts.mail).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/; the mailbox for bounces opens$/),
    });
    expect(dovecot.read()).toBe(0);
    const url = new URL(dovecot.url);
    url.password = 'hunter2';
    const refused = await examine(of(url.href));
    expect(refused.parts.mail).toMatchObject({
      state: 'broken',
      message: expect.stringMatching(/^BOUNCE_IMAP_URL: 127\.0\.0\.1: /),
    });
    expect(refused.out).not.toContain('hunter2');
  });
});

/** Returns settings with a key for PDFs whose certificate ends at a time. */
async function pdfKeyUntil(end: Date): Promise<Record<string, string>> {
  const made = new Date(end);
  made.setUTCFullYear(made.getUTCFullYear() - 20);
  const { keyPem, certificatePem } = makeSelfSigned('Ending', made);
  const directory = await temporary();
  const [key, certificate] = [join(directory, 'pdf.key'), join(directory, 'pdf.pem')];
  await Promise.all([writeFile(key, keyPem), writeFile(certificate, certificatePem)]);
  return { PDF_SIGNING_KEY_FILE: key, PDF_SIGNING_CERTIFICATE_FILE: certificate };
}

test('faults of storage, clock, log and jobs, and a certificate that ends within 30 days, are found', async () => {
  const end = new Date(Date.now() + 29 * 86_400_000);
  const laurel = await Laurel.start(await pdfKeyUntil(end));
  const environment = laurel.operatorEnvironment();
  await laurel.issue(await laurel.tenant());
  const file = join(await temporary(), 'file');
  await writeFile(file, '');
  const ahead = (ms: number) => {
    const script = `const now = Date.now.bind(Date); Date.now = () => now() + ${ms};`;
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
  };
  const first = await examine({ ...environment, STORAGE_URL: `file://${file}`, ...ahead(90_000) }, apart);
  expect(first.parts.storage?.message).toMatch(
    /^STORAGE_URL \(directory\): the directory can't be created \((EEXIST|ENOTDIR)\)/,
  );
  const poor = await examine({ ...environment, STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1&region=x' });
  expect(poor.parts.storage?.message).toMatch(
    /^STORAGE_URL \(s3\): there are no credentials: set [^:()]+ \(CredentialsProviderError\)$/,
  );
  expect(first.parts.keys).toEqual({
    state: 'warning',
    message: expect.stringContaining(`a certificate for PDFs expires on ${end.toISOString().slice(0, 10)}: renew it`),
  });
  expect(first.parts.clock?.state).toBe('warning');
  expect(first.parts.clock?.message).toMatch(
    /^this machine is (89|90|91)\.\d s ahead of PostgreSQL, whose time Laurel uses/,
  );
  const connection = laurel.installation.services.em().getConnection();
  await laurel.stop();
  await connection.execute(
    'update log_tiles set bytes = set_byte(bytes, 20, 255 - get_byte(bytes, 20)) where level = -1',
  );
  await connection.execute(
    "select laurel_tasks.add_job('clean-up', '{}'::json, run_at := now() - interval '20 minutes')",
  );
  // A killed worker leaves its heartbeat.
  await connection.execute(
    "insert into worker_heartbeats (worker_id, queue, beat_at) values ('killed', 'mails', now() - interval '30 minutes')",
  );
  const second = await examine({ ...environment, ...ahead(-600_000) }, apart);
  expect(second.parts.clock).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/^this machine is (599|600|601)\.\d s behind PostgreSQL/),
  });
  expect(second.parts.log?.state).toBe('broken');
  expect(second.parts.log?.message).toMatch(/^\d+ findings?, the first: .+: run log verify$/);
  expect(second.parts.workers?.message).toMatch(
    /^no worker runs, the last one stopped 30 min ago: .+ \(waiting jobs: tasks \d+, the first for \d+ /,
  );
});

test('a database that is not migrated, or refuses the password, is said with the remedy', async () => {
  const laurel = await Laurel.start();
  const environment = laurel.operatorEnvironment();
  const url = new URL(environment.DATABASE_URL ?? '');
  url.pathname = '/postgres';
  const empty = await examine({ ...environment, DATABASE_URL: url.href });
  expect(empty.parts.database?.message).toMatch(/^migrations are not done .+: run the command migrate$/);
  expect(empty.states.keys).toBe('unchecked');
  url.password = 'hunter2';
  const refused = await examine({ ...environment, DATABASE_URL: url.href });
  expect(refused.parts.database?.message).toMatch(/correct the password|can't be used/);
  expect(refused.out).not.toContain('hunter2');
});
