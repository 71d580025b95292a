import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { command, operate } from '../support/command.ts';
import { Laurel } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { BARE } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** Runs a creation and returns its document and its report. */
const creator =
  (laurel: Laurel) =>
  async (...args: string[]) => {
    const { code, out, err } = await operate(laurel, ...args, '--if-missing');
    expect([args, code, err.split('\n').length]).toEqual([args, 0, err === '' ? 1 : 2]);
    return { document: JSON.parse(out), report: err.trimEnd() };
  };

test('a script runs twice: the second run changes nothing, and says what exists', async () => {
  const laurel = await Laurel.shared();
  const make = creator(laurel);
  const name = `Script ${crypto.randomUUID()}`;
  const organisation = await make('organisation', 'create', '--name', name, '--credits', '5');
  expect(organisation).toEqual({ document: { id: expect.any(String), exists: false }, report: '' });
  const { id } = organisation.document;
  const email = `owner@${id}.example`;
  const to = ['--organisation', id];
  const creations: [noun: string, args: string[], changed: string[], differences: string[]][] = [
    ['organisation', ['organisation', 'create', '--name', name, '--credits', '5'], ['--credits', '6'], ['credits']],
    [
      'API key',
      ['api-key', 'create', ...to, '--name', 'k', '--scopes', 'credits:read,certificates:read'],
      ['--scopes', 'credits:read', '--expires-at', '2099-01-01'],
      ['scopes', 'expires-at'],
    ],
    [
      'webhook',
      ['webhook', 'create', ...to, '--name', 'h', '--url', 'https://x.example/', '--events', 'certificate.ready'],
      ['--url', 'https://y.example/'],
      ['url'],
    ],
    [
      'user',
      ['user', 'create', ...to, '--email', email, '--password', 'a long secret word'],
      ['--role', 'viewer'],
      ['role'],
    ],
    [
      'series',
      ['number-series', 'create', ...to, '--name', 's', '--pattern', 'A-{####}'],
      ['--pattern', 'B-{####}', '--start', '7'],
      ['pattern', 'start'],
    ],
    ['template', ['template', 'import', ...to, '--file', 'test/support/small-diploma.json'], [], []],
  ];
  for (const [noun, args, changed, differences] of creations) {
    const first = await make(...args);
    expect([noun, first.document.exists]).toEqual([noun, noun === 'organisation']);
    const again = await make(...args);
    expect(again).toEqual({
      document: { id: first.document.id, exists: true, differences: [] },
      report: `the ${noun} exists already: nothing was changed`,
    });
    if (differences.length === 0) continue;
    expect(await make(...args, ...changed)).toEqual({
      document: { id: first.document.id, exists: true, differences },
      report: `the ${noun} exists already with other values of ${differences.join(', ')}: nothing was changed`,
    });
  }
  expect(JSON.parse((await operate(laurel, 'organisation', 'show', '--id', id)).out).credits).toBe(5);
  for (const [noun, list] of [
    ['api-key', 'apiKeys'],
    ['webhook', 'webhooks'],
    ['template', 'templates'],
    ['user', 'users'],
  ] as const) {
    const listed = JSON.parse((await operate(laurel, noun, 'list', ...to)).out);
    expect([noun, listed[list].length]).toEqual([noun, 1]);
  }
});

test('a script gets a new API key if all of the name have expired or were revoked', async () => {
  const laurel = await Laurel.shared();
  const make = creator(laurel);
  const { organisationId } = await laurel.tenant();
  const args = ['api-key', 'create', '--organisation', organisationId, '--name', 'nightly', '--scopes', 'credits:read'];
  expect((await operate(laurel, ...args, '--expires-at', '2020-01-31')).code).toBe(0);
  const { id } = JSON.parse((await operate(laurel, ...args)).out);
  expect((await operate(laurel, 'api-key', 'revoke', '--id', id)).code).toBe(0);
  const { document } = await make(...args);
  expect(document).toMatchObject({ exists: false, key: expect.any(String) });
  expect((await make(...args)).document).toEqual({ id: document.id, exists: true, differences: [] });
});

test('a changed design is said, and another name or an archived template makes another template', async () => {
  const laurel = await Laurel.shared();
  const tenant = await laurel.tenant();
  const { organisationId, templateId } = tenant;
  const design = JSON.parse(await readFile('test/support/small-diploma.json', 'utf8'));
  const give = async (document: object, ...more: string[]) => {
    const args = ['template', 'import', '--organisation', organisationId, '--file', '-', '--if-missing', ...more];
    return command(args, laurel.operatorEnvironment(), JSON.stringify(document));
  };
  expect(JSON.parse((await give(design)).out)).toEqual({ id: templateId, exists: true, differences: [] });
  const changed = await give({ ...design, description: 'Another description' });
  expect(JSON.parse(changed.out)).toEqual({ id: templateId, exists: true, differences: ['file'] });
  expect(changed.err).toBe('the template exists already with other values of file: nothing was changed\n');
  expect(JSON.parse((await give({ ...design, name: 'Another' })).out)).toMatchObject({ exists: false });
  const admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@scripts.example', 'admin'));
  await admin.designs.archive.mutate({ id: templateId });
  const made = JSON.parse((await give(design)).out);
  expect(made).toMatchObject({ exists: false });
  // A later template of the same name has another design.
  const later = { ...design, description: 'Later' };
  await command(
    ['template', 'import', '--organisation', organisationId, '--file', '-'],
    laurel.operatorEnvironment(),
    JSON.stringify(later),
  );
  expect(JSON.parse((await give(design)).out)).toEqual({ id: made.id, exists: true, differences: [] });
  const refused = await give(design, '--template', templateId);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^laurel: --if-missing: [^\n]+\n$/) });
});

test('a revoked key, and an account of another organisation, do not count as existing', async () => {
  const laurel = await Laurel.shared();
  const make = creator(laurel);
  const [one, other] = [await laurel.tenant(), await laurel.tenant()];
  const key = ['api-key', 'create', '--organisation', one.organisationId, '--name', 'k', '--scopes', 'credits:read'];
  const first = await make(...key);
  await operate(laurel, 'api-key', 'revoke', '--id', first.document.id);
  expect((await make(...key)).document).toMatchObject({ exists: false, key: expect.stringMatching(/^svc_live_/) });
  const elsewhere = [...key.slice(0, 3), other.organisationId, ...key.slice(4)];
  expect((await make(...elsewhere)).document.exists).toBe(false);

  const user = (organisation: string, ...more: string[]) =>
    operate(
      laurel,
      'user',
      'create',
      '--if-missing',
      '--organisation',
      organisation,
      '--email',
      `u@${one.organisationId}.example`,
      ...more,
    );
  expect((await user(one.organisationId, '--password', 'a long secret word')).code).toBe(0);
  // A script must not make members of people who chose their own password.
  expect(await user(other.organisationId, '--password', 'a long secret word')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^laurel: --email: this address already has an account/),
  });
  expect(JSON.parse((await user(other.organisationId, '--existing')).out).exists).toBe(false);
  expect(JSON.parse((await user(other.organisationId, '--existing')).out).exists).toBe(true);
});

test('concurrent runs of a script create one key', async () => {
  const laurel = await Laurel.start();
  const { organisationId } = await laurel.tenant();
  const db = () => database(laurel.installation.services.em());
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db(),
    );
    return rows[0]?.count ?? 0;
  };
  const args = ['api-key', 'create', '--organisation', organisationId, '--name', 'once', '--scopes', 'credits:read'];
  const runs = await laurel.installation.services.em().transactional(async (em) => {
    // Nobody can insert before all runs have looked or wait.
    await sql`lock table api_keys in exclusive mode`.execute(database(em));
    const started = [1, 2, 3].map(() => operate(laurel, ...args, '--if-missing'));
    await waitFor('three runs that wait', waiting, (count) => count === 3);
    return { started };
  });
  const documents = (await Promise.all(runs.started)).map(({ out }) => JSON.parse(out));
  expect(new Set(documents.map(({ id }) => id)).size).toBe(1);
  expect(documents.filter(({ exists }) => !exists)).toHaveLength(1);
});

test('each --file reads standard input, up to its limit', async () => {
  const laurel = await Laurel.shared();
  const { organisationId } = await laurel.tenant();
  const to = ['--organisation', organisationId, '--file', '-'];
  const environment = laurel.operatorEnvironment();
  // A real pipe.
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', 'cat samples/modern-portrait.json | "$0" server/cli/main.ts template import "$@"', process.execPath, ...to],
    { env: { ...BARE, ...environment } },
  );
  expect(JSON.parse(stdout).detectedVariables).toContain('fullName');
  const font = await readFile('node_modules/source-sans/OTF/SourceSans3-Bold.otf');
  expect(JSON.parse((await command(['font', 'add', ...to], environment, font)).out).family).toBe('Source Sans 3');
  const table = 'recipientName,recipientEmail,awardedOn\nAda,ada@x.example,2020-01-02\n';
  const imported = await command(['certificate', 'import', ...to, '--dry-run'], environment, table);
  // The table was read: the fault is in a row.
  expect(imported.err).toMatch(/row 2/);
  const head = await command(['log', 'verify', '--head', '-'], environment, 'no head');
  expect(JSON.parse(head.out).findings[0]).toMatchObject({
    message: expect.stringMatching(/^--head .*Not a signed note/),
  });
  const refused = async (args: string[], input: string | Uint8Array) => {
    const { code, out, err } = await command(args, environment, input);
    expect([code, out]).toEqual([1, '']);
    return err;
  };
  expect(await refused(['font', 'add', ...to], Buffer.alloc(11_000_000))).toBe(
    'laurel: --file: is too large. Use at most 10485760 bytes\n',
  );
  expect(await refused(['template', 'import', ...to], '')).toBe('laurel: --file: is not JSON\n');
  expect(await refused(['certificate', 'import', ...to], '')).toBe('laurel: --file: is empty\n');
  // A device without an end.
  const endless = ['font', 'add', '--organisation', organisationId, '--file', '/dev/zero'];
  expect(await refused(endless, '')).toMatch(/is too large/);
  expect(await refused(['font', 'add', '--organisation', organisationId, '--file', '.'], '')).toBe(
    "laurel: --file: can't be read (EISDIR)\n",
  );
});
