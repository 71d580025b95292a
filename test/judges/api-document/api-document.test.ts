import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeJudgedBy } from '../../proof/judges.ts';
import { Laurel, type Tenant } from '../../support/laurel.ts';
import { ALL_SCOPES } from '../../support/real-values.ts';

const HERE = resolve('test/judges/api-document');
const installed = (program: string) => join(HERE, 'node_modules/.bin', program);
const SCHEMATHESIS = join(HERE, '.venv/bin/schemathesis');

let laurel: Laurel;
let tenant: Tenant;
let directory: string;
let document: string;
beforeAll(async () => {
  const limits = ['CERTIFICATES', 'BATCHES', 'DEFAULT', 'VERIFY'].map((name) => [`RATE_LIMIT_${name}`, '1000000']);
  laurel = await Laurel.start(Object.fromEntries(limits));
  tenant = await laurel.tenant({ credits: 1_000_000, scopes: ALL_SCOPES });
  directory = await mkdtemp(join(tmpdir(), 'laurel-api-document-'));
  document = join(directory, 'openapi.json');
  const { body } = await laurel.call('/openapi.json');
  // Linters object to an API at localhost.
  await writeFile(document, JSON.stringify(body).replaceAll(laurel.url, 'https://laurel.example'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a program. Unlike `ask`, it leaves the product of this process running. */
const run = (program: string, ...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: directory, maxBuffer: 64 << 20 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) || 1 : 0, said: `${out}${err}` }),
    );
  });

async function expectClean(program: string, ...args: string[]): Promise<string> {
  const { code, said } = await run(program, ...args);
  expect([code, code === 0 ? '' : said.slice(-6000)]).toEqual([0, '']);
  return said;
}

describeJudgedBy([installed('redocly'), installed('spectral')], 'linters', () => {
  test('Redocly has no finding in the API document', async () => {
    await expectClean(installed('redocly'), 'lint', '--extends', 'recommended-strict', document);
  });

  test('Spectral has no finding in the API document', async () => {
    const ruleset = join(HERE, 'spectral.yaml');
    await expectClean(installed('spectral'), 'lint', '--fail-severity', 'hint', '-r', ruleset, document);
  });
});

describeJudgedBy(
  [installed('openapi-typescript'), installed('openapi-ts'), installed('openapi2postmanv2')],
  'generators',
  () => {
    const compile = async (...files: string[]) => {
      const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'];
      await expectClean(
        installed('tsc'),
        ...options,
        '--target',
        'es2022',
        '--lib',
        'es2023,dom,dom.iterable',
        ...files,
      );
    };

    test('the types of openapi-typescript compile strictly', async () => {
      await expectClean(installed('openapi-typescript'), document, '-o', 'types.ts');
      await compile('types.ts');
    });

    test('the client of @hey-api/openapi-ts compiles strictly', async () => {
      await expectClean(installed('openapi-ts'), '-i', document, '-o', 'hey', '-c', '@hey-api/client-fetch');
      await compile('hey/index.ts', 'hey/sdk.gen.ts');
    });

    test("Postman's converter reads every schema", async () => {
      const said = await expectClean(installed('openapi2postmanv2'), '-s', document, '-o', 'collection.json');
      expect(said).not.toMatch(/Error/);
    });
  },
);

describeJudgedBy([SCHEMATHESIS], 'Schemathesis', () => {
  test('answers its requests as the API document says, and refuses what that does not accept', async () => {
    await expectClean(
      SCHEMATHESIS,
      ...['run', document, '-u', `${laurel.url}/api/v1`],
      ...['-H', `Authorization: Bearer ${tenant.key}`, '-c', 'all', '--phases', 'examples,coverage', '-n', '10'],
      // JSON Schema cannot say which files, designs and positions of lists exist or are valid.
      ...['--exclude-checks', 'positive_data_acceptance'],
      // It has no form of message/rfc822. Operations of test mode need another key.
      ...['--exclude-operation-id', 'bounces.report', '--exclude-tag', 'Test mode'],
      ...['--suppress-health-check', 'all', '--continue-on-failure', '--no-color', '--warnings', 'off'],
    );
  }, 600_000);
});
