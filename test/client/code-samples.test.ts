import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scope } from '../../domain/access/allow-scopes.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { pdfOf, uploadOriginal } from '../support/original-pdf.ts';
import { photograph } from '../support/portraits.ts';

const run = promisify(execFile);
const isHere = (program: string): boolean => spawnSync('which', [program]).status === 0;

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  'x-codeSamples': { lang: string; label: string; source: string }[];
}

let laurel: Laurel;
let operations: Operation[];
/** Folder of the samples of all languages. */
let folder: string;
beforeAll(async () => {
  laurel = await Laurel.shared();
  folder = await mkdtemp(join(tmpdir(), 'laurel-samples-'));
  const { paths } = (await laurel.call('/openapi.json')).body as { paths: Record<string, Record<string, Operation>> };
  operations = Object.values(paths).flatMap((path) => Object.values(path));
});
afterAll(() => rm(folder, { recursive: true }));

/** Operations that need others before them run last, in this order. */
const LAST = [
  'certificates.reinstate',
  'certificates.changeExpiry',
  'certificates.correct',
  'certificates.renew',
  'certificates.email',
];
const inOrder = (): Operation[] =>
  operations.toSorted((one, other) => LAST.indexOf(one.operationId) - LAST.indexOf(other.operationId));

const sampleOf = (operation: Operation, lang: string): string => {
  const [sample, ...others] = operation['x-codeSamples'].filter((given) => given.lang === lang);
  if (!sample || others.length > 0) throw new Error(`${operation.operationId} has not one sample for ${lang}`);
  return sample.source;
};

interface Prepared {
  /** Command with its arguments, for the sample of an operation. */
  commandOf(name: string): [string, ...string[]];
}

/** Installs the package of the client beside the samples, as a project does, and checks their types. */
async function prepareTypeScript(directory: string): Promise<Prepared> {
  await run('npm', ['pack', '--pack-destination', directory], { cwd: 'client' });
  const [tarball = ''] = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`], { cwd: directory });
  const files = (await readdir(directory)).filter((name) => name.endsWith('.ts'));
  const options = '--noEmit --strict --module nodenext --target esnext --lib esnext,dom --types node --typeRoots';
  const types = resolve('node_modules/@types');
  await run(resolve('node_modules/.bin/tsc'), [...options.split(' '), types, ...files], { cwd: directory }).catch(
    ({ stdout }) => expect(stdout).toBe(''),
  );
  return { commandOf: (name) => [process.execPath, `${name}.ts`] };
}

/** Builds all samples at once, because linking each takes a second. */
async function prepareGo(directory: string): Promise<Prepared> {
  await writeFile(join(directory, 'go.mod'), 'module samples\n\ngo 1.18\n');
  for (const { operationId } of operations) {
    await mkdir(join(directory, operationId));
    await writeFile(join(directory, operationId, 'main.go'), await readFile(join(directory, `${operationId}.go.txt`)));
  }
  await run('go', ['build', '-o', 'bin/', './...'], { cwd: directory });
  return { commandOf: (name) => [join(directory, 'bin', name)] };
}

const LANGUAGES: {
  lang: string;
  program: string;
  ending: string;
  prepare: (directory: string) => Promise<Prepared>;
}[] = [
  {
    lang: 'Shell',
    program: 'curl',
    ending: 'sh',
    prepare: async () => ({ commandOf: (name) => ['sh', '-eu', `${name}.sh`] }),
  },
  { lang: 'TypeScript', program: 'node', ending: 'ts', prepare: prepareTypeScript },
  {
    lang: 'Python',
    program: 'python3',
    ending: 'py',
    prepare: async () => ({ commandOf: (name) => ['python3', `${name}.py`] }),
  },
  { lang: 'Go', program: 'go', ending: 'go.txt', prepare: prepareGo },
  {
    lang: 'PHP',
    program: 'php',
    ending: 'php',
    prepare: async () => ({ commandOf: (name) => ['php', `${name}.php`] }),
  },
  {
    lang: 'C#',
    program: 'dotnet',
    ending: 'cs',
    prepare: async () => ({ commandOf: (name) => ['dotnet', 'run', `${name}.cs`] }),
  },
];

test('every operation has one sample in each language, and nothing of another installation', () => {
  for (const operation of operations) {
    const { operationId, 'x-codeSamples': samples } = operation;
    expect([operationId, samples.map(({ lang }) => lang)]).toEqual([operationId, LANGUAGES.map(({ lang }) => lang)]);
    for (const { label, source } of samples) {
      expect([operationId, label, source]).toEqual([operationId, label, expect.stringContaining('LAUREL_URL')]);
      // No id of the examples, which no installation has, and no address.
      expect([operationId, label, /01a1fce0-|9f2b6c1e|https?:\/\//.exec(source)?.[0]]).toEqual([
        operationId,
        label,
        undefined,
      ]);
    }
  }
});

/** Creates an organisation with everything that the samples name, and their files in a folder. */
async function seed(directory: string): Promise<{ environment: Record<string, string>; testKey: string; key: string }> {
  const tenant = await laurel.tenant({ design: 'classic-diploma', scopes: [...Scope.options] });
  const { key, templateId } = tenant;
  const { key: testKey } = await createApiKey(await openSandbox(laurel.context(tenant)), {
    name: 'test',
    scopes: [...Scope.options],
  });
  const { body: issued } = await laurel.call('/certificates', {
    key,
    body: { templateId, variables: VARIABLES, recipientEmail: 'lucja@example.org' },
  });
  const certificate = await laurel.rendered(key, issued.id);
  const { body: batch } = await laurel.call('/batches', {
    key,
    body: { templateId, recipients: [{ variables: VARIABLES }] },
  });
  await laurel.completed(key, batch.batchId);
  const { body: original } = await uploadOriginal(laurel, key, 'an earlier certificate');
  const picture = await photograph('#1F4E8C');
  const report = operations.find(({ operationId }) => operationId === 'bounces.report')?.requestBody?.content;
  await writeFile(join(directory, 'picture.png'), picture);
  await writeFile(join(directory, 'logo.png'), picture);
  await writeFile(join(directory, 'original.pdf'), await pdfOf('another one'));
  await writeFile(join(directory, 'report.eml'), String(report?.['message/rfc822']?.example));
  const environment = {
    LAUREL_TEMPLATE_ID: templateId,
    LAUREL_CERTIFICATE_ID: certificate.id,
    LAUREL_VERIFICATION_HASH: certificate.verificationHash,
    LAUREL_RECIPIENT_ID: certificate.recipientId,
    LAUREL_BATCH_ID: batch.batchId,
    LAUREL_ORIGINAL_PDF: original.file,
  };
  return { environment, key, testKey };
}

test.for(LANGUAGES)(
  'every sample in $lang succeeds',
  { timeout: 400_000 },
  async ({ lang, program, ending, prepare }, { skip }) => {
    skip(!isHere(program) && process.env.CI_JUDGES !== 'required', `${program} is not installed`);
    const directory = join(folder, program);
    await mkdir(directory);
    for (const operation of operations)
      await writeFile(join(directory, `${operation.operationId}.${ending}`), sampleOf(operation, lang));
    const [{ commandOf }, { environment, key, testKey }] = await Promise.all([prepare(directory), seed(directory)]);
    const failures: [string, string][] = [];
    for (const { operationId } of inOrder()) {
      const [command, ...args] = commandOf(operationId);
      const isTest = operationId.startsWith('testMode.');
      const env = { ...process.env, ...environment, LAUREL_URL: laurel.url, LAUREL_API_KEY: isTest ? testKey : key };
      await run(command, args, { cwd: directory, env }).then(
        ({ stdout }) => {
          if (stdout.trim() === '' && operationId !== 'certificates.download')
            failures.push([operationId, 'no answer']);
        },
        ({ stdout, stderr }) => failures.push([operationId, `${stdout}${stderr}`]),
      );
    }
    expect(failures).toEqual([]);
    const pdf = await readFile(join(directory, 'certificate.pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const { body } = await laurel.call('/certificates?externalId=enrolment-4711&sort=oldest', { key });
    // The import has the same external id, and came later.
    expect(body.certificates[0]).toMatchObject({ recipientName: 'Anne-Sophie Müller', tags: ['Autumn 2026'] });
    const { body: corrected } = await laurel.call(`/certificates/${environment.LAUREL_CERTIFICATE_ID}`, { key });
    expect(corrected).toMatchObject({ recipientName: 'Anne-Sophie Müller', revision: 2, status: 'GENERATED' });
  },
);
