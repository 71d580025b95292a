import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Laurel, VARIABLES } from '../support/laurel.ts';

const run = promisify(execFile);
let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'laurel-client-'));
  await run('npm', ['pack', '--pack-destination', project], { cwd: 'client' });
  const [tarball = ''] = await readdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`], { cwd: project });
});
afterAll(() => rm(project, { recursive: true }));

/** What the compiler says to a program in the project; '' is approval. */
async function compile(program: string): Promise<string> {
  await writeFile(join(project, 'program.ts'), program);
  const options = '--noEmit --strict --module nodenext --target es2022 --lib es2023,dom --types';
  const args = [...options.split(' '), '', '--skipLibCheck', 'false', 'program.ts'];
  return run(resolve('node_modules/.bin/tsc'), args, { cwd: project }).then(
    () => '',
    ({ stdout }) => stdout,
  );
}

const PROGRAM = `
  import { createClient, isApiError, type Certificate } from 'laurel-client';
  const [baseUrl = '', apiKey = '', templateId = '', variables = '{}'] = JSON.parse(process.argv[2] ?? '');
  const laurel = createClient({ baseUrl, apiKey });
  const input = { templateId, variables };
  const again = { context: { idempotencyKey: 'one' } };
  const first = await laurel.certificates.generate.mutate(input, again);
  const second = await laurel.certificates.generate.mutate(input, again);
  const [{ balance }, { templates }] = await Promise.all([laurel.credits.get.query(), laurel.templates.list.query()]);
  const certificate: Certificate = await laurel.certificates.get.query({ id: first.id });
  const refused = await laurel.certificates.generate.mutate({ templateId, variables: {} }).catch((error) => error);
  const faults = isApiError(refused) ? refused.data.details?.length : null;
  const logo = new FormData();
  logo.append('logo', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>']));
  const { logoUrl } = await laurel.organisation.uploadLogo.mutate(logo);
  console.log(JSON.stringify({
    same: first.id === second.id, balance, templates: templates.length, name: certificate.recipientName, faults, logoUrl,
  }));
`;

test('the package installs into an empty project, and its calls work', async () => {
  const laurel = await Laurel.start();
  const { key, templateId } = await laurel.tenant({ credits: 10 });
  const declared = 'declare const process: { argv: string[] };';
  expect(await compile(`${declared}${PROGRAM}`)).toBe('');
  const argument = JSON.stringify([laurel.url, key, templateId, VARIABLES]);
  const { stdout } = await run(process.execPath, ['program.ts', argument], { cwd: project });
  expect(JSON.parse(stdout)).toEqual({
    same: true,
    balance: 9,
    templates: 1,
    name: VARIABLES.name,
    faults: 5,
    logoUrl: expect.stringContaining('/logos/'),
  });
});

test.each([
  ['a field of another name', `certificates.generate.mutate({ templateId: '', variabels: {} })`, "'variabels'"],
  [
    'a value of another type',
    'certificates.list.query({ limit: "ten" })',
    "'string' is not assignable to type 'number",
  ],
  ['an operation that there is not', 'certificates.forge.mutate({})', "'forge' does not exist"],
  [
    'a field of the answer that there is not',
    'credits.get.query().then(({ credit }) => credit)',
    "'credit' does not exist",
  ],
])('%s is an error of the compiler', async (_what, call, complaint) => {
  const program = `import { createClient } from 'laurel-client';
    void createClient({ baseUrl: 'http://localhost' }).${call};`;
  expect(await compile(program)).toContain(complaint);
});
