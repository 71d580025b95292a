import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CREATIONS } from '../../client/retry.ts';
import { restRoutes } from '../../server/http/rest-router.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';

const run = promisify(execFile);
const TSC = resolve('node_modules/.bin/tsc');
let project: string;
let laurel: Laurel;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'laurel-client-'));
  await run('npm', ['pack', '--pack-destination', project], { cwd: 'client' });
  const [tarball = ''] = await readdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`], { cwd: project });
  await cp('samples/template-in-code', join(project, 'sample'), { recursive: true });
  laurel = await Laurel.shared();
});
afterAll(() => rm(project, { recursive: true }));

const NODE = '--module nodenext';
const JSX = '--jsx react-jsx --jsxImportSource laurel-client/template';

/** Returns the compiler's messages for a program in the project; '' if it compiles. */
async function compile(program: string, { file = 'program.ts', options = NODE } = {}): Promise<string> {
  await writeFile(join(project, file), program);
  const common = '--noEmit --strict --target es2022 --lib es2023,dom --skipLibCheck false --types';
  return run(TSC, [...`${options} ${common}`.split(' '), '', file], { cwd: project }).then(
    () => '',
    ({ stdout }) => stdout,
  );
}

const PROGRAM = `
  import { createClient, isLaurelError, listAll, waitUntilReady, type Certificate } from 'laurel-client';
  const [baseUrl = '', apiKey = '', templateId = '', variables = '{}'] = JSON.parse(process.argv[2] ?? '');
  const laurel = createClient({ baseUrl, apiKey });
  const input = { templateId, variables };
  const again = { context: { idempotencyKey: 'one' } };
  const first = await laurel.certificates.generate.mutate(input, again);
  const second = await laurel.certificates.generate.mutate(input, again);
  const third = await laurel.certificates.generate.mutate(input);
  const [{ balance }, { templates }] = await Promise.all([laurel.credits.get.query(), laurel.templates.list.query()]);
  const certificate: Certificate = await waitUntilReady(laurel, first, { signal: AbortSignal.timeout(60_000) });
  const refused = await laurel.certificates.generate.mutate({ templateId, variables: {} }).catch((error) => error);
  const faults = isLaurelError(refused, 'VALIDATION_ERROR') ? refused.data.details?.length : null;
  const logo = new FormData();
  logo.append('logo', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>']));
  const { logoUrl } = await laurel.organisation.uploadLogo.mutate(logo);
  const all: string[] = [];
  for await (const { id } of listAll(laurel.certificates.list, { limit: 1, templateId })) all.push(id);
  console.log(JSON.stringify({
    same: first.id === second.id, balance, templates: templates.length, name: certificate.recipientName,
    pdfUrl: certificate.pdfUrl, faults, logoUrl, all: all.join() === [third.id, first.id].join(),
    other: isLaurelError(new Error('x')) || isLaurelError(refused, 'NOT_FOUND'),
  }));
`;

test('installs into an empty project and makes calls', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 10 });
  const declared = 'declare const process: { argv: string[] };';
  expect(await compile(`${declared}${PROGRAM}`)).toBe('');
  const argument = JSON.stringify([laurel.url, key, templateId, VARIABLES]);
  const { stdout } = await run(process.execPath, ['program.ts', argument], { cwd: project });
  expect(JSON.parse(stdout)).toEqual({
    same: true,
    balance: 8,
    templates: 1,
    name: VARIABLES.name,
    pdfUrl: expect.stringContaining('.pdf'),
    faults: 5,
    logoUrl: expect.stringContaining('/logos/'),
    all: true,
    other: false,
  });
});

test('installs its command', async () => {
  const { stdout } = await run('npx', ['--no-install', 'laurel-client', '--help'], { cwd: project });
  expect(stdout).toContain('Usage: laurel-client listen --forward URL');
});

const FOLLOWING = `
  import { createClient } from 'laurel-client';
  const laurel = createClient({ baseUrl: 'http://localhost' });
  for await (const event of laurel.events.follow({ types: 'certificate.*', signal: AbortSignal.timeout(1) })) {
    const cursor: string = event.cursor;
    const files: string | null = event.type === 'certificate.ready' ? event.data.pdfUrl : null;
    // @ts-expect-error
    if (event.type === 'certificate.redy') console.log(cursor, files);
  }
  // @ts-expect-error
  laurel.events.follow({ type: '*' });
`;
test('follows events with typed data', async () => {
  expect(await compile(FOLLOWING)).toBe('');
});

const WRONG = {
  'a field of another name': [`certificates.generate.mutate({ templateId: '', variabels: {} })`, "'variabels'"],
  'a value of another type': [
    'certificates.list.query({ limit: "ten" })',
    "'string' is not assignable to type 'number",
  ],
  'an unknown operation': ['certificates.forge.mutate({})', "'forge' does not exist"],
  'an unknown field of the answer': ['credits.get.query().then(({ credit }) => credit)', "'credit' does not exist"],
} as const;

/** Compiler messages for a program with each of the calls on a separate line. */
let complaints: Promise<string> | undefined;
const compileWrong = () =>
  compile(`import { createClient } from 'laurel-client'; const client = createClient({ baseUrl: 'http://localhost' });
${Object.values(WRONG)
  .map(([call]) => `void client.${call};`)
  .join('\n')}`);

test.each(Object.entries(WRONG))('%s is a compile-time error', async (what, [, complaint]) => {
  complaints ??= compileWrong();
  const line = Object.keys(WRONG).indexOf(what) + 2;
  expect((await complaints).split(/\n(?=\S)/)).toContainEqual(
    expect.stringMatching(new RegExp(`^program\\.ts\\(${line},[^]+${RegExp.escape(complaint)}`)),
  );
});

const USES = `
  import { createClient, isLaurelError, type WebhookPayload } from 'laurel-client';
  import { defineTemplate, Text } from 'laurel-client/template';
  const { design } = defineTemplate({
    name: 'x', page: { width: 100, height: 100 }, recipientName: 'name', variables: { name: {} },
    render: (v) => <Text x={0} y={0} width={9} height={9} font="Inter" size={9}>{v.name}</Text>,
  });
  export const idOf = (payload: WebhookPayload): string | null =>
    payload.event === 'certificate.ready' ? payload.data.pdfUrl : null;
  export const names: string[] = [design.name, typeof createClient, typeof isLaurelError];
`;
test.each([
  ['node16, as a module', 'uses.tsx', '--module node16'],
  ['node16, with require', 'commonjs/uses.tsx', '--module node16'],
  ['a bundler', 'uses.tsx', '--module esnext --moduleResolution bundler'],
  ['a bundler’s development build', 'uses.tsx', '--module esnext --moduleResolution bundler --jsx react-jsxdev'],
])('finds its types with %s', async (_what, file, options) => {
  await cp(join(project, 'sample'), join(project, 'commonjs'), { recursive: true });
  await writeFile(join(project, 'commonjs', 'package.json'), '{}');
  expect(await compile(USES, { file, options: `${JSX} ${options}` })).toBe('');
});

test('works with require, and recognises errors of both copies', async () => {
  const program = `
    const { createClient, isLaurelError } = require('laurel-client');
    import('laurel-client').then(async (esm) => {
      const call = (module) => module.createClient({ baseUrl: process.argv[2] }).credits.get.query().catch((error) => error);
      const [one, other] = [await call({ createClient }), await call(esm)];
      console.log(JSON.stringify([isLaurelError(one), isLaurelError(other), esm.isLaurelError(one, 'UNAUTHORIZED')]));
    });`;
  await writeFile(join(project, 'program.cjs'), program);
  const { stdout } = await run(process.execPath, ['program.cjs', laurel.url], { cwd: project });
  expect(JSON.parse(stdout)).toEqual([true, true, true]);
});

test('the sample publishes its template and issues a certificate from it', async () => {
  const cwd = join(project, 'sample');
  await run(TSC, [], { cwd });
  const { key } = await laurel.tenant({ scopes: ['templates:write', 'certificates:write'] });
  const env = { PATH: process.env.PATH, LAUREL_URL: laurel.url, LAUREL_API_KEY: key };
  const node = async (file: string, more = {}) =>
    JSON.parse((await run(process.execPath, [join('out', file)], { cwd, env: { ...env, ...more } })).stdout);
  const first = await node('publish.js');
  expect(first.version).toBe(1);
  const published = { LAUREL_TEMPLATE_ID: first.id };
  expect(await node('publish.js', published)).toEqual({ id: first.id, version: 2 });
  expect(await node('issue.js', published)).toMatchObject({ recipientName: 'Ada Lovelace' });
});

test('the TypeScript example issues a certificate and saves its PDF', async () => {
  await cp('samples/api/issue.ts', join(project, 'issue.ts'));
  const { key, templateId } = await laurel.tenant();
  const env = { PATH: process.env.PATH, LAUREL_URL: laurel.url, LAUREL_API_KEY: key, LAUREL_TEMPLATE_ID: templateId };
  const { stdout } = await run(process.execPath, ['issue.ts'], { cwd: project, env });
  const { body } = await laurel.call(`/certificates/${stdout.trim()}`, { key });
  expect(body).toMatchObject({ recipientName: 'Ada Lovelace', renderStatus: 'COMPLETED' });
  expect((await readFile(join(project, 'certificate.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
});

test('an unknown variable, a missing one and an invalid value are compile-time errors', async () => {
  const program = `
    import { createClient } from 'laurel-client';
    import { diploma } from './sample/certificate.js';
    import { defineTemplate, Text, when } from 'laurel-client/template';
    const client = createClient({ baseUrl: 'http://localhost' });
    const right = { name: 'A', course: 'B', finishedOn: '2026-11-20', credits: 7, grade: 'A' } as const;
    const issue = (variables: Parameters<typeof diploma.generate>[1]['variables']) =>
      diploma.generate(client, { templateId: '', variables });
    void issue(right);
    void issue({ ...right, modules: 'x', finishedOn: new Date(), credits: '7.5' });
    // @ts-expect-error
    void issue({ ...right, nmae: 'A' });
    const { name: _, ...nameless } = right;
    // @ts-expect-error
    void issue(nameless);
    // @ts-expect-error
    void issue({ ...right, grade: 'D' });
    // @ts-expect-error
    void issue({ ...right, credits: 'seven' });
    // @ts-expect-error
    void issue({ ...right, finishedOn: 2026 });
    // @ts-expect-error
    void diploma.createBatch(client, { templateId: '', recipients: [{ variables: { ...right, grade: 1 } }] });
    const box = { x: 0, y: 0, width: 9, height: 9 };
    const common = { name: 'x', page: { width: 100, height: 100 }, variables: { name: {}, kind: { type: 'choice', options: ['a', 'b'] } } } as const;
    // @ts-expect-error
    defineTemplate({ ...common, recipientName: 'nobody', render: () => null });
    // @ts-expect-error
    defineTemplate({ ...common, recipientName: 'name', render: (v) => v.nobody });
    // @ts-expect-error
    defineTemplate({ ...common, recipientName: 'name', render: (v) => <Text {...box} font="Inter">{v.name}</Text> });
    // @ts-expect-error
    defineTemplate({ ...common, recipientName: 'name', render: (v) => <Text {...box} font="Inter" size={9} showIf={when(v.kind).is('c')} /> });
    // @ts-expect-error
    defineTemplate({ ...common, recipientName: 'name', render: () => <marquee>x</marquee> });
    // @ts-expect-error
    defineTemplate({ ...common, recipientName: 'name', render: () => <div className="x" /> });
  `;
  expect(await compile(program, { file: 'wrong.tsx', options: `${JSX} ${NODE}` })).toBe('');
});

test('its tags match markup, and its conditions and values match design documents', async () => {
  const program = `
    import type { DesignDocument, MarkupElement } from 'laurel-client';
    import type { Condition, VariableDefinition } from 'laurel-client/template';
    import type { JSX } from 'laurel-client/template/jsx-runtime';
    declare const given: { tag: keyof JSX.IntrinsicElements; type: MarkupElement['type']; if: Condition; variable: VariableDefinition };
    type Variable = NonNullable<DesignDocument['variables']>[string];
    export const tags: [MarkupElement['type'], keyof JSX.IntrinsicElements] = [given.tag, given.type];
    export const element: MarkupElement = { type: 'div', if: given.if };
    const { options, ...others } = given.variable;
    export const variable: Variable = { ...others, ...(options && { options: [...options] }) };
    export const names: Record<keyof Variable, keyof VariableDefinition> = {} as Record<keyof VariableDefinition, keyof Variable>;
  `;
  expect(await compile(program, { options: NODE })).toBe('');
});

test('knows every operation that takes an idempotency key', () => {
  const takesKey = restRoutes.filter((route) => route.takesKey).map(({ name }) => name);
  expect([...CREATIONS].sort()).toEqual(takesKey.sort());
});
