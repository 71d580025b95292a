import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createOrganisation } from '../../domain/organisations/create.ts';
import { createDesign } from '../../domain/templates/create.ts';
import { VERSION } from '../../server/version.ts';
import { command, operate, run } from '../support/command.ts';
import { Laurel } from '../support/laurel.ts';
import { BARE } from '../support/processes.ts';

const NOTHING = { code: 1, out: '', err: 'laurel: Resource not found\n' };

/** Returns a function that runs a command and reads the document that it prints. */
const reader =
  (laurel: Laurel) =>
  async (...args: string[]) => {
    const { code, out, err } = await operate(laurel, ...args);
    expect([args, code, err]).toEqual([args, 0, '']);
    return JSON.parse(out);
  };

/** Reads a list in pages of one item, and returns the ids of its items. */
async function idsByPage(read: ReturnType<typeof reader>, list: string, ...args: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(...args, '--limit', '1', ...(cursor === undefined ? [] : ['--cursor', cursor]));
    expect(page[list]).toHaveLength(1);
    ids.push(...page[list].map(({ id }: { id: string }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

test('each list has the pages of one organisation only, and never a secret', async () => {
  const laurel = await Laurel.shared();
  const read = reader(laurel);
  const [tenant, other] = [await laurel.tenant(), await laurel.tenant()];
  const own = ['--organisation', tenant.organisationId];
  const secrets = [tenant.key, other.key, 'a long secret word'];
  for (const { organisationId } of [tenant, other]) {
    const to = ['--organisation', organisationId];
    const key = ['--name', 'k', '--scopes', 'credits:read'];
    for (const _ of [1, 2]) secrets.push((await read('api-key', 'create', ...to, ...key)).key);
    const hook = ['--name', 'h', '--url', 'https://x.example/', '--events', 'certificate.ready'];
    for (const _ of [1, 2]) secrets.push((await read('webhook', 'create', ...to, ...hook)).secret);
    await read('template', 'import', ...to, '--file', 'test/support/small-diploma.json');
  }
  await read(
    'template',
    'set-type',
    '--organisation',
    other.organisationId,
    '--template',
    other.templateId,
    '--type',
    'PUBLIC',
  );
  const design = JSON.parse(readFileSync('test/support/small-diploma.json', 'utf8'));
  await createDesign(laurel.context(tenant), { design });
  await read('template', 'import', ...own, '--file', 'test/support/small-diploma.json');
  const domain = `${tenant.organisationId}.example`;
  for (const name of ['b', 'A'])
    await read('user', 'create', ...own, '--email', `${name}@${domain}`, '--password', 'a long secret word');
  const issued = [await laurel.issue(tenant), await laurel.issue(tenant)].map(({ id }) => id);
  await laurel.issue(other);

  const lists = {
    'api-key': 'apiKeys',
    webhook: 'webhooks',
    template: 'templates',
    user: 'users',
    certificate: 'certificates',
  };
  const counts = { 'api-key': 3, webhook: 2, template: 4, user: 2, certificate: 2 };
  for (const [noun, list] of Object.entries(lists)) {
    const whole = await read(noun, 'list', ...own);
    const ids = whole[list].map(({ id }: { id: string }) => id);
    expect([noun, ids.length, whole.nextCursor]).toEqual([noun, counts[noun as keyof typeof counts], null]);
    expect([noun, await idsByPage(read, list, noun, 'list', ...own)]).toEqual([noun, ids]);
    expect(secrets.filter((secret) => JSON.stringify(whole).includes(secret))).toEqual([]);
    expect(JSON.stringify(whole)).not.toMatch(/keyHash|"secret"|password/i);
  }
  expect((await read('user', 'list', ...own)).users.map(({ email }: { email: string }) => email[0])).toEqual([
    'a',
    'b',
  ]);
  expect((await read('certificate', 'list', ...own, '--status', 'REVOKED')).certificates).toEqual([]);
  expect((await read('certificate', 'list', ...own, '--template', tenant.templateId)).certificates).toHaveLength(2);
  const shown = await read('certificate', 'show', ...own, '--id', issued[0] ?? '');
  expect(shown).toMatchObject({ id: issued[0], renderStatus: 'COMPLETED' });
  // A certificate, and even a public template, of another organisation.
  expect(
    await operate(laurel, 'certificate', 'show', '--organisation', other.organisationId, '--id', issued[0] ?? ''),
  ).toEqual(NOTHING);
  expect(await operate(laurel, 'template', 'show', ...own, '--template', other.templateId)).toEqual(NOTHING);
  expect(await read('template', 'show', ...own, '--template', tenant.templateId)).toMatchObject({
    id: tenant.templateId,
    type: 'PRIVATE',
    publishedVersion: 1,
    timesUsed: 2,
    detectedVariables: expect.arrayContaining(['name']),
  });
});

test('organisations, keys and users are shown with what belongs to them', async () => {
  const laurel = await Laurel.start();
  const read = reader(laurel);
  const { organisationId, name } = await laurel.tenant({ credits: 42 });
  const another = await laurel.tenant();
  const [newest, second] = (await read('organisation', 'list', '--limit', '2')).organisations;
  expect([newest.id, second]).toEqual([
    another.organisationId,
    expect.objectContaining({ id: organisationId, organizationName: name, credits: 42 }),
  ]);
  const [after] = (await read('organisation', 'list', '--limit', '1', '--cursor', newest.id)).organisations;
  expect(after.id).toBe(organisationId);
  expect(await read('organisation', 'show', '--id', organisationId)).toMatchObject({
    id: organisationId,
    organizationName: name,
    credits: 42,
    timeZone: 'UTC',
  });
  const to = ['--organisation', organisationId];
  const { id, key } = await read('api-key', 'create', ...to, '--name', 'k', '--scopes', 'credits:read');
  const shown = await read('api-key', 'show', '--id', id);
  expect(shown).toMatchObject({ id, organisationId, name: 'k', prefix: key.slice(0, 13), revokedAt: null });
  expect(JSON.stringify(shown)).not.toContain(key.slice(0, 14));
  const email = `shown@${organisationId}.example`;
  const user = await read('user', 'create', ...to, '--email', email, '--password', 'a long secret word');
  await read(
    'user',
    'create',
    '--organisation',
    another.organisationId,
    '--email',
    email,
    '--existing',
    '--role',
    'viewer',
  );
  expect(await read('user', 'show', '--email', email.toUpperCase())).toEqual({
    id: user.id,
    name: email,
    email,
    organisations: [
      { organisationId, organizationName: name, role: 'owner' },
      { organisationId: another.organisationId, organizationName: another.name, role: 'viewer' },
    ],
  });
  expect(await operate(laurel, 'user', 'show', '--email', `nobody@${organisationId}.example`)).toEqual(NOTHING);
  expect(await operate(laurel, 'organisation', 'show', '--id', id)).toEqual({
    code: 1,
    out: '',
    err: 'laurel: --id: there is no organisation with this id\n',
  });
});

test.each([
  [['--limit', '0'], '--limit: got "0"'],
  [['--limit', '1001'], '--limit: got "1001"'],
  [['--cursor', 'x'], '--cursor: '],
])('a list refuses %j', async (args, beginning) => {
  const laurel = await Laurel.shared();
  const { code, out, err } = await operate(laurel, 'organisation', 'list', ...args);
  expect([code, out, err.split('\n').length]).toEqual([1, '', 2]);
  expect(err.slice('laurel: '.length)).toMatch(new RegExp(`^${beginning}`));
});

test('a key is revoked by its first characters, and only by enough of them', async () => {
  const laurel = await Laurel.start();
  const read = reader(laurel);
  const { key } = await laurel.tenant();
  const revoke = (prefix: string) => operate(laurel, 'api-key', 'revoke', '--prefix', prefix);
  for (const short of ['', 'svc_live_', key.slice(0, 12), key.slice(0, 14), key, '%']) {
    const { code, out, err } = await revoke(short);
    expect([short, code, out, err]).toEqual([
      short,
      1,
      '',
      expect.stringMatching(/^laurel: --prefix: must be the first 13 characters [^\n]+\n$/),
    ]);
    if (short.length > 9) expect(err).not.toContain(short);
  }
  expect(await revoke('svc_live_0000')).toEqual(NOTHING);
  expect((await laurel.call('/credits', { key })).status).toBe(200);
  const prefix = key.slice(0, 13);
  const first = await read('api-key', 'revoke', '--prefix', prefix);
  expect(first).toEqual({ id: expect.any(String), revokedAt: expect.any(String) });
  expect(await read('api-key', 'revoke', '--prefix', prefix)).toEqual(first);
  const both = await operate(laurel, 'api-key', 'revoke', '--prefix', prefix, '--id', first.id);
  expect(both).toEqual({ code: 1, out: '', err: 'laurel: give either --id or --prefix\n' });

  // Two usable keys of different organisations begin alike. A usable key hides the revoked one.
  const [one, two] = [await laurel.tenant(), await laurel.tenant()];
  const em = laurel.installation.services.em();
  const at = (organisationId: string, revoked: boolean) =>
    em
      .getConnection()
      .execute('update api_keys set prefix = ?, revoked_at = ? where organisation_id = ?', [
        prefix,
        revoked ? new Date() : null,
        organisationId,
      ]);
  await at(one.organisationId, false);
  await at(two.organisationId, false);
  expect(await revoke(prefix)).toEqual({
    code: 1,
    out: '',
    err: 'laurel: --prefix: several keys begin with these characters: use --id\n',
  });
  await at(two.organisationId, true);
  const listed = (await read('api-key', 'list', '--organisation', one.organisationId)).apiKeys;
  expect((await read('api-key', 'revoke', '--prefix', prefix)).id).toBe(listed[0].id);
});

test('keys and webhooks of test mode are listed apart, and their organisation is not listed twice', async () => {
  const laurel = await Laurel.shared();
  const read = reader(laurel);
  const { organisationId } = await laurel.tenant();
  const to = ['--organisation', organisationId];
  expect((await read('api-key', 'list', ...to, '--test')).apiKeys).toEqual([]);
  const key = ['api-key', 'create', ...to, '--name', 'k', '--scopes', 'credits:read', '--test', '--if-missing'];
  const made = await read(...key);
  expect(made).toMatchObject({ exists: false, key: expect.stringMatching(/^svc_test_/) });
  expect(JSON.parse((await operate(laurel, ...key)).out)).toEqual({ id: made.id, exists: true, differences: [] });
  expect((await read('api-key', 'list', ...to, '--test')).apiKeys).toMatchObject([{ id: made.id }]);
  const hook = ['--name', 'h', '--url', 'https://x.example/', '--events', 'certificate.ready', '--test'];
  const { id: webhookId } = await read('webhook', 'create', ...to, ...hook);
  expect((await read('webhook', 'list', ...to, '--test')).webhooks).toMatchObject([{ id: webhookId }]);
  expect((await read('webhook', 'list', ...to)).webhooks).toEqual([]);
  expect((await read('api-key', 'list', ...to)).apiKeys).not.toContainEqual(expect.objectContaining({ id: made.id }));
  const { organisations } = await read('organisation', 'list', '--limit', '1000');
  expect(organisations.filter(({ id }: { id: string }) => id.slice(15) === organisationId.slice(15))).toHaveLength(1);
  expect((await read('api-key', 'revoke', '--prefix', made.key.slice(0, 13))).id).toBe(made.id);
});

test('a slow reader gets a whole list, and one that ends early gets no error', async () => {
  const laurel = await Laurel.start();
  const { services } = laurel.installation;
  for (let index = 0; index < 500; index++)
    await createOrganisation(services, { name: `Organisation number ${index}`, credits: 0 });
  const pipe = (reader: string) =>
    promisify(execFile)(
      'sh',
      ['-c', `"$0" server/cli/main.ts organisation list --limit 1000 | ${reader}`, process.execPath],
      {
        env: { ...BARE, ...laurel.operatorEnvironment() },
      },
    );
  const whole = await pipe('(sleep 2; cat)');
  expect(whole.stdout.length).toBeGreaterThan(70_000);
  expect(JSON.parse(whole.stdout).organisations).toHaveLength(500);
  expect(await pipe('head -c 10')).toEqual({ stdout: '{"organisa', stderr: '' });
});

test('--version prints the version', async () => {
  expect(await run('server/cli/main.ts', ['--version'], {})).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
  expect(await command(['--version'], {})).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
});
