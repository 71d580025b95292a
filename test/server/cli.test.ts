import { createPrivateKey } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import express from 'express';
import { expect, test } from 'vitest';
import { STORAGE_FORMS } from '../../server/adapters/storage/address.ts';
import { readConfig } from '../../server/config.ts';
import { command, operate, run } from '../support/command.ts';
import { refusalHere } from '../support/installation.ts';
import { Laurel } from '../support/laurel.ts';
import { signInAs } from '../support/people.ts';

test('an operator sets up an organisation, and each error is one line', async () => {
  const laurel = await Laurel.start();
  const program = (...args: string[]) => run('server/cli/main.ts', args, laurel.operatorEnvironment());
  const cli = (...args: string[]) => operate(laurel, ...args);
  const created = await program('organisation', 'create', '--name', 'Example', '--credits', '5');
  const organisation = JSON.parse(created.out);
  const granted = await cli('credits', 'grant', '--organisation', organisation.id, '--amount', '2');
  expect(JSON.parse(granted.out)).toEqual({ balance: 7 });
  const imported = await cli(
    'template',
    'import',
    '--organisation',
    organisation.id,
    '--file',
    'samples/modern-portrait.json',
  );
  const { id: template, detectedVariables } = JSON.parse(imported.out);
  expect(detectedVariables).toContain('fullName');
  const again = ['template', 'import', '--organisation', organisation.id, '--template', template];
  expect(JSON.parse((await cli(...again, '--file', 'samples/classic-diploma.json')).out)).toEqual({
    id: template,
    detectedVariables: expect.arrayContaining(['distinction']),
    version: 2,
    warnings: [],
  });
  const { id, key } = JSON.parse(
    (await cli('api-key', 'create', '--organisation', organisation.id, '--name', 'k', '--scopes', 'credits:read')).out,
  );
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 7 });
  expect(JSON.parse((await cli('api-key', 'revoke', '--id', id)).out)).toMatchObject({ id });
  expect(JSON.parse((await cli('migrate')).out)).toEqual({ applied: [] });
  expect(await cli('reconcile')).toMatchObject({ code: 0, out: '{"breaches":[],"uncertainEmails":[]}\n' });
  const wrong = await program('credits', 'grant', '--organisation', organisation.id, '--amount', '0');
  expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^laurel: --amount: got "0"\. .+\n$/) });
});

test('an operator adds a font, and gets its family and faces', async () => {
  const laurel = await Laurel.shared();
  const { organisationId } = await laurel.tenant();
  const cli = (...args: string[]) => operate(laurel, ...args);
  const organisation = ['--organisation', organisationId];
  const file = 'node_modules/source-sans/OTF/SourceSans3-Bold.otf';
  expect(JSON.parse((await cli('font', 'add', ...organisation, '--file', file)).out)).toEqual({
    family: 'Source Sans 3',
    faces: [{ weight: 700, italic: false, style: 'Bold' }],
  });
  const { fonts } = JSON.parse((await cli('font', 'list', ...organisation)).out);
  expect(fonts).toMatchObject([{ family: 'Source Sans 3', uploadedBy: 'Operator', usedBy: [] }]);
  const removal = await cli('font', 'remove', ...organisation, '--id', fonts[0].id);
  expect(JSON.parse(removal.out)).toEqual({ id: fonts[0].id });
});

/** Secrets that an operator may paste by mistake. */
const SECRETS = [
  'svc_live_0123456789abcdefghijklmnopqrstuvABCDEF',
  'hunter2',
  '--hunter2',
  '',
  'https://u:hunter2@x.example/',
];
const ID = '01890000-0000-7000-8000-000000000000';
const COMMANDS: Record<string, Record<string, string>> = {
  'organisation create': { credits: '5' },
  'credits grant': { organisation: ID, amount: '1', note: 'x' },
  'api-key create': { organisation: ID, name: 'k', scopes: 'credits:read', 'expires-at': '2030-01-01' },
  'api-key list': { organisation: ID, limit: '5', cursor: ID },
  'api-key show': { id: ID },
  'api-key revoke': { id: ID },
  'organisation show': { id: ID },
  'font add': { organisation: ID, file: 'samples/modern-portrait.json' },
  'font list': { organisation: ID },
  'font remove': { organisation: ID, id: ID },
  'template set-type': { organisation: ID, template: ID, type: 'PUBLIC' },
  'template list': { organisation: ID, limit: '5', cursor: ID },
  'template show': { organisation: ID, template: ID },
  'template import': { organisation: ID, file: 'samples/modern-portrait.json', template: ID },
  'webhook create': {
    ...{ organisation: ID, name: 'k', url: 'https://x.example', events: 'certificate.ready', retry: 'day' },
  },
  'webhook show': { id: ID },
  'webhook enable': { id: ID },
  'webhook list': { organisation: ID, limit: '5', cursor: ID },
  'certificate list': {
    ...{ organisation: ID, template: ID, batch: ID, status: 'REVOKED' },
    ...{ 'render-status': 'FAILED', search: 'x', limit: '5', cursor: ID },
  },
  'certificate show': { organisation: ID, id: ID },
  'secrets create': { directory: '.', 'database-url': 'https://hunter2@x.example' },
  'keys distrust': { id: 'k', from: '2026-01-01' },
  'log verify': { head: 'hunter2' },
  'log restore': { from: 'file:///hunter2' },
  'storage move': { from: 'file:///nowhere', to: 's3://nowhere' },
  'user create': { organisation: ID, email: 'a@x.example', password: 'hunter2', role: 'owner' },
  'user list': { organisation: ID, limit: '5', cursor: 'a@x.example' },
  'user show': { email: 'a@x.example' },
};

test('no command repeats a possible secret, and each reports the error in one line', async () => {
  const laurel = await Laurel.shared();
  const refuse = async (...args: string[]) => {
    const { code, out, err } = await operate(laurel, ...args);
    expect([args, code, out, err]).toEqual([args, 1, '', expect.stringMatching(/^laurel: [^\n]+\n$/)]);
    expect(err).not.toMatch(/hunter2|svc_live_|received/);
  };
  for (const [command, options] of Object.entries(COMMANDS)) {
    // Pasted into each option in turn. A name or a note may be any text, so there the organisation is wrong.
    for (const [index, wrong] of Object.keys(options).entries()) {
      const given = { ...options, [wrong]: SECRETS[index % SECRETS.length] ?? '' };
      await refuse(...command.split(' '), ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]));
    }
  }
  await refuse('api-key', 'revoke', '--key=hunter2');
  await refuse('api-key', 'revoke', '--prefix', SECRETS[0] ?? '');
  await refuse('api-key', 'revoke');
  await refuse('organisation', 'list', '--limit', 'hunter2');
  await refuse('organisation', 'list', '--cursor', 'hunter2');
  await refuse('hunter2');
  await refuse('migrate', 'hunter2');
  await refuse('keys', 'rotate', 'hunter2');
  await refuse('keys', 'rotate', 'log');
  await refuse();
});

test('secrets are created once, completely, and only for their owner', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'laurel-secrets-'));
  const create = async () => {
    const databaseUrl = 'postgres://laurel@postgres:5432/laurel';
    const args = ['secrets', 'create', '--directory', directory, '--database-url', databaseUrl];
    const { code, out, err } = await command(args, {});
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  };
  const contents = () =>
    Promise.all(
      ['postgres-password', 'signing-key.pem', 'secrets.env'].map((name) => readFile(join(directory, name), 'utf8')),
    );
  try {
    // State after an interrupted run: without secrets.env everything is created again.
    await writeFile(join(directory, 'postgres-password'), 'interrupted', { mode: 0o600 });
    expect(await create()).toEqual({ created: ['postgres-password', 'signing-key.pem', 'secrets.env'] });
    const [password = '', signingKey = '', environment = ''] = await contents();
    const variables = parseEnv(environment);
    expect(variables.DATABASE_URL).toBe(`postgres://laurel:${password}@postgres:5432/laurel`);
    expect(password).toMatch(/^[0-9a-f]{64}$/);
    expect(variables.SIGNING_KEY_FILE).toBe(join(directory, 'signing-key.pem'));
    expect(createPrivateKey(signingKey).asymmetricKeyType).toBe('ed25519');
    expect(() => readConfig(variables)).not.toThrow();
    for (const name of await readdir(directory)) expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    expect(await create()).toEqual({ created: [] });
    expect(await contents()).toEqual([password, signingKey, environment]);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('an existing account keeps its password, and becomes a member only with --existing', async () => {
  const laurel = await Laurel.shared();
  const [first, other] = [await laurel.tenant(), await laurel.tenant()];
  const create = (organisation: string, ...args: string[]) =>
    operate(laurel, 'user', 'create', '--organisation', organisation, '--email', 'Known@x.example', ...args);
  const refused = { code: 1, out: '', err: expect.stringMatching(/^laurel: --[^\n]+\n$/) };
  expect(await create(first.organisationId, '--existing')).toMatchObject(refused);
  const made = await create(first.organisationId, '--password', 'the first password');
  expect(await create(other.organisationId, '--password', 'another password')).toMatchObject(refused);
  expect(await create(other.organisationId, '--password', 'another password', '--existing')).toMatchObject(refused);
  expect(await create(other.organisationId)).toMatchObject(refused);
  const signIn = async (password: string) => (await signInAs(laurel, 'known@x.example', password)).status;
  expect([await signIn('the first password'), await signIn('another password')]).toEqual([200, 401]);
  expect(await create(other.organisationId, '--existing', '--role', 'viewer')).toEqual({ ...made, code: 0 });
  // The only owner keeps the role.
  expect(await create(first.organisationId, '--existing', '--role', 'viewer')).toMatchObject({ code: 1, out: '' });
});

test.each([
  [{ TRUST_PROXY: 'nonsense' }, 'TRUST_PROXY: got "nonsense", must be true, false, a number of proxies'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY: got "10.0.0.0/33", must be true, false, a number of proxies'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY: got "0.0.0.0/0", must be true, false, a number of proxies'],
  [{ TRUST_PROXY: 'loopback,,x' }, 'TRUST_PROXY: got "loopback,,x", must be true, false, a number of proxies'],
  [
    { SIGNING_KEY_FILE: 'package.json' },
    'SIGNING_KEY_FILE: got "package.json", must be the file of an Ed25519 private key',
  ],
  [
    { SIGNING_KEY_FILE: '-----BEGIN PRIVATE KEY-----' },
    "SIGNING_KEY_FILE: got a value not shown here, which can't be read",
  ],
  [{ STORAGE_URL: 's3://key:secret@bucket' }, 'STORAGE_URL: got a value not shown here, must be postgres:'],
  [{ BOUNCE_ADDRESS: 'bounces@' }, 'BOUNCE_ADDRESS: got "bounces@", must be an address of ASCII characters'],
  [
    { BOUNCE_ADDRESS: `${'b'.repeat(22)}@example.org` },
    `BOUNCE_ADDRESS: got "${'b'.repeat(22)}@example.org", must be an address of ASCII characters, with at most 21`,
  ],
  [
    { BOUNCE_IMAP_URL: 'imaps://user:secret' },
    'BOUNCE_IMAP_URL: got a value not shown here, must be imap(s)://user:password@host:port/mailbox',
  ],
  [
    { BOUNCE_IMAP_URL: 'imaps://user:secret@host/INBOX' },
    'BOUNCE_ADDRESS: got nothing, is required with BOUNCE_IMAP_URL',
  ],
])('the wrong value %j is reported in one line with the accepted values', async (environment, beginning) => {
  const secrets = {
    DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
    API_KEY_PEPPER: 'x'.repeat(32),
    AUTH_SECRET: 'x'.repeat(32),
  };
  const { code, err } = await refusalHere({
    SIGNING_KEY_FILE: 'package.json',
    ...secrets,
    PORT: '0',
    ...environment,
  });
  expect([code, err.slice(0, `laurel: ${beginning}`.length)]).toEqual([1, `laurel: ${beginning}`]);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test.each([
  'true',
  'false',
  '0',
  '2',
  'loopback',
  'loopback, 10.0.0.0/8',
  '10.0.0.0/255.0.0.0',
  '::1',
  'fd00::/8',
  'uniquelocal,linklocal',
])('accepts the value %s of TRUST_PROXY, and so does Express', (text) => {
  const { trustProxy } = readConfig({ TRUST_PROXY: text });
  expect(() => express().set('trust proxy', trustProxy)).not.toThrow();
});

test.each([
  [{ PORT: 'eighty' }, 'PORT: got "eighty", must be 0 to 65535'],
  [{ ROLE: 'boss' }, 'ROLE: got "boss", must be api, worker or all'],
  [{ DATABASE_URL: 'postgres://a@127.0.0.1/b' }, 'SIGNING_KEY_FILE: got nothing, is required with DATABASE_URL'],
  [
    { DATABASE_URL: 'no address' },
    'DATABASE_URL: got a value not shown here, must be postgres://user:password@host:port/database',
  ],
  [{ BASE_URL: 'https://x.example/?a=b' }, 'BASE_URL: got "https://x.example/?a=b", must be http(s)://host'],
  [
    { FORMER_BASE_URLS: 'https://x.example,htps://y.example' },
    'FORMER_BASE_URLS: got "https://x.example,htps://y.example", must be http(s)://host, separated by commas',
  ],
  [{ STORAGE_URL: 'ftp://x' }, `STORAGE_URL: got "ftp://x", ${STORAGE_FORMS}`],
  [{ STORAGE_FALLBACK_URL: 's3://B' }, `STORAGE_FALLBACK_URL: got "s3://B", ${STORAGE_FORMS}`],
  [{ DATABASE_DIRECT_URL: 'postgres://a@b/c' }, 'DATABASE_URL: got nothing, is required with DATABASE_DIRECT_URL'],
])('the wrong value %j stops the start with one line', async (environment, line) => {
  expect(await run('server/main.ts', [], environment)).toEqual({ code: 1, out: '', err: `laurel: ${line}\n` });
});

test('--help describes every command and option', async () => {
  const help = async (...args: string[]) => (await command([...args, '--help'], {})).out;
  const commandsIn = (text: string) =>
    [...(text.split('Commands:\n')[1] ?? '').matchAll(/^ {2}([a-z][\w-]*)/gm)].flatMap(([, name]) =>
      name && name !== 'help' ? [name] : [],
    );
  const lines: string[] = [];
  const read = async (path: string[]): Promise<void> => {
    const text = await help(...path);
    for (const [line] of text.matchAll(/^ {2}\S.*$/gm)) lines.push(`${path.join(' ')}:${line}`);
    for (const name of commandsIn(text)) await read([...path, name]);
  };
  await read([]);
  expect(lines.length).toBeGreaterThan(80);
  // Each listed name has its description two spaces after it or on the next line.
  expect(lines.filter((line) => !/\S {2,}\S/.test(line.replace(/:\s+/, ':')))).toEqual([]);
});
