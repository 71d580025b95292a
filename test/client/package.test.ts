import { execFile } from 'node:child_process';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { CREATIONS } from '../../client/retry.ts';
import { VERSION } from '../../client/version.ts';
import { restRoutes } from '../../server/http/rest-router.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { compileFiles, packedClient } from '../support/packed-client.ts';

const run = promisify(execFile);
const TSC = resolve('node_modules/.bin/tsc');
let project: string;
let laurel: Laurel;

let tarball: string;
beforeAll(async () => {
  ({ project, tarball } = await packedClient());
  await cp('samples/template-in-code', join(project, 'sample'), { recursive: true });
  laurel = await Laurel.shared();
});

const NODE = '--module nodenext';
const JSX = '--jsx react-jsx --jsxImportSource laurel-client/template';

/** Returns the compiler's messages for a program in the project; '' if it compiles. */
const compile = (program: string, { file = 'program.ts', options = NODE } = {}): Promise<string> =>
  compileFiles(project, { [file]: program }, `${options} ${COMMON}`);

const COMMON = '--strict --target es2022 --lib es2023,dom --skipLibCheck false --types node';

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
  const faults = isLaurelError(refused, 'VALIDATION_ERROR') ? refused.details.length : null;
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
  expect(await compile(PROGRAM)).toBe('');
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

test('contains compiled modules with source maps, declarations and its README only', async () => {
  const { stdout } = await run('tar', ['--list', '--file', tarball]);
  const files = stdout.trim().split('\n');
  const others = files.filter((file) => !/^package\/dist\/(esm|cjs)\/[\w/-]+(\.js|\.js\.map|\.d\.ts)$/.test(file));
  expect(others.sort()).toEqual([
    ...['README.md', 'dist/cjs/package.json', 'dist/esm/package.json', 'package.json'].map((file) => `package/${file}`),
  ]);
  const root = join(project, '../node_modules/laurel-client');
  for (const file of files.filter((name) => name.endsWith('.js.map'))) {
    const { sources, sourcesContent } = JSON.parse(await readFile(join(root, file.slice('package/'.length)), 'utf8'));
    expect([sources.length, sourcesContent?.map((text: string) => text.length > 0)], file).toEqual([1, [true]]);
  }
  const scripts = files.filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(40);
  expect(scripts.map((name) => `${name}.map`).filter((name) => !files.includes(name))).toEqual([]);
  const { size } = await stat(tarball);
  expect(size).toBeLessThan(300_000);
});

test('has the version of the product, and settings for publication', async () => {
  const [own, product] = await Promise.all(
    ['client/package.json', 'package.json'].map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
  );
  expect([own.version, VERSION]).toEqual([product.version, product.version]);
  expect(own).toMatchObject({ sideEffects: false, publishConfig: { access: 'public', provenance: true } });
});

test('its README has no link out of the package', async () => {
  const readme = await readFile('client/README.md', 'utf8');
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !/^(#|https:\/\/)/.test(link))).toEqual([]);
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
const ERRORS = `
  import { isLaurelError, LaurelError, type LaurelDetailCode } from 'laurel-client';
  export function read(error: unknown): unknown[] {
    if (isLaurelError(error, 'VALIDATION_ERROR')) {
      const [code, own, none]: [LaurelDetailCode | undefined, 'VALIDATION_ERROR', undefined] =
        [error.details[0]?.code, error.code, error.credits];
      return [code, own, none];
    }
    if (isLaurelError(error, 'NO_RESPONSE', 'INSUFFICIENT_CREDITS'))
      return error.code === 'INSUFFICIENT_CREDITS' ? [error.credits.required.toFixed()] : [error.cause, error.status];
    // @ts-expect-error
    if (isLaurelError(error, 'NOT_FOUND')) return error.details;
    // @ts-expect-error
    if (isLaurelError(error)) return error.details;
    return error instanceof LaurelError ? [error.code, error.retryAfter, error.requestId?.length] : [];
  }
`;
test('an error has the members of its code', async () => {
  expect(await compile(ERRORS)).toBe('');
});

test('its types load those of no other package', async () => {
  await writeFile(join(project, 'files.ts'), "export * from 'laurel-client'; export * from 'laurel-client/template';");
  const args = ['--ignoreConfig', '--listFilesOnly', '--module', 'nodenext', '--types', '', 'files.ts'];
  const { stdout } = await run(TSC, args, { cwd: project });
  const packages = [...stdout.matchAll(/^(?!.*\/lib\.[\w.]+$).*node_modules\/((?:@[^/]+\/)?[^/]+)/gm)].map(
    ([, name]) => name,
  );
  expect([...new Set(packages)]).toEqual(['laurel-client']);
});

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
