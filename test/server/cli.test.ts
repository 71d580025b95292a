import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { Laurel } from '../support/laurel.ts';

interface Outcome {
  code: number;
  out: string;
  err: string;
}

const run = (program: string, args: string[], environment: Record<string, string>): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...environment };
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

test('an operator sets an organisation up, and is told in one line what is wrong', async () => {
  const laurel = await Laurel.start();
  const cli = (...args: string[]) => run('server/cli/main.ts', args, laurel.operatorEnvironment());
  const organisation = JSON.parse((await cli('organisation', 'create', '--name', 'House', '--credits', '5')).out);
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
  expect(JSON.parse(imported.out).detectedVariables).toContain('fullName');
  const { id, key } = JSON.parse(
    (await cli('api-key', 'create', '--organisation', organisation.id, '--name', 'k', '--scopes', 'credits:read')).out,
  );
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 7 });
  expect(JSON.parse((await cli('api-key', 'revoke', '--id', id)).out)).toMatchObject({ id });
  expect(JSON.parse((await cli('migrate')).out)).toEqual({ applied: [] });
  expect(await cli('reconcile')).toMatchObject({ code: 0, out: '{"breaches":[],"uncertainEmails":[]}\n' });
  const wrong = await cli('credits', 'grant', '--organisation', organisation.id, '--amount', '0');
  expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^laurel: --amount: got "0", .+\n$/) });
});

test.each([
  [{ PORT: 'eighty' }, 'PORT: got "eighty", takes 0 to 65535'],
  [{ ROLE: 'boss' }, 'ROLE: got "boss", takes api, worker or all'],
  [{ DATABASE_URL: 'postgres://a@127.0.0.1/b' }, 'SIGNING_KEY_FILE: got nothing, is required with DATABASE_URL'],
  [{ STORAGE_URL: 'ftp://x' }, 'STORAGE_URL: got "ftp://x", takes postgres: or file:///directory'],
])('the wrong value %j stops the start with one line', async (environment, line) => {
  expect(await run('server/main.ts', [], environment)).toEqual({ code: 1, out: '', err: `laurel: ${line}\n` });
});
