import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { makeSecret, signatureHeaders } from '../../domain/webhooks/sign.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { compileFiles, packedClient } from '../support/packed-client.ts';
import { photograph } from '../support/portraits.ts';
import { type Snippet, snippetsOf } from '../support/snippets.ts';

const run = promisify(execFile);
const DOCUMENTS = globSync(['README.md', 'client/README.md', 'samples/**/README.md', 'docs/*.md']).sort();
const SNIPPETS = DOCUMENTS.flatMap(snippetsOf);
const CLIENTS = SNIPPETS.filter(({ name }) => name.startsWith('client/'));

let project: string;
let laurel: Laurel;
beforeAll(async () => {
  ({ project } = await packedClient());
  laurel = await Laurel.shared();
});

/** Names that the documents leave to the reader. */
const FIXTURES = `
  declare const laurel: import('laurel-client').Client;
  declare const apiKey: string, templateId: string, orderId: string, id: string, secret: string, keyName: string, count: number;
  declare const variables: Record<string, string>;
  declare const rawBody: Uint8Array;
  declare const request: import('node:http').IncomingMessage & { headers: Record<string, string | undefined> };
  declare function buyCredits(credits: { current: number; required: number }): Promise<void>;
  declare function readGraduates(): AsyncIterable<{ name: string; email: string }>;
  declare function loadCursor(): Promise<string | undefined>;
  declare function saveCursor(cursor: string): Promise<void>;
  declare function archive(address: string): Promise<void>;
  declare function notifyDone(text: string): void;
`;

const STRICT =
  '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2023 --lib es2023,dom,dom.iterable --types node --skipLibCheck';

/** Returns a snippet as a module. JSX is that of the client, or else of React. */
const moduleOf = ({ code }: Snippet): string =>
  `/** @jsxImportSource ${code.includes('laurel-client/template') ? 'laurel-client/template' : 'react'} */\n${code}\nexport {};\n`;

test('the documents have the known number of snippets', () => {
  expect(CLIENTS).toHaveLength(10);
  expect(SNIPPETS).toHaveLength(CLIENTS.length + 5);
});

test('the code of all documents compiles under strict settings', async () => {
  const files = SNIPPETS.map((snippet, index) => [`snippet-${index}.tsx`, moduleOf(snippet)]);
  const given = { 'fixtures.d.ts': FIXTURES, ...Object.fromEntries(files) };
  const said = await compileFiles(project, given, `${STRICT} --jsx react-jsx`);
  expect(said.replaceAll(/snippet-(\d+)/g, (_all, index) => SNIPPETS[Number(index)]?.name ?? '')).toBe('');
});

/** Values of the names that the documents leave to the reader, in a run. */
const PRELUDE = `
  import { createClient } from 'laurel-client';
  const { LAUREL_URL: baseUrl, LAUREL_API_KEY: apiKey, TEMPLATE: templateId } = process.env;
  const laurel = createClient({ baseUrl, apiKey });
  const { nextCursor } = await laurel.events.list.query({ limit: 1 });
  const cursors = [];
  Object.assign(globalThis, {
    ...{ laurel, templateId, orderId: crypto.randomUUID() },
    buyCredits: async (credits) => console.log('credits', JSON.stringify(credits)),
    readGraduates: async function* () {
      for (let count = 1; count <= 3; count++) yield { name: \`Graduate \${count}\`, email: \`graduate-\${count}@example.org\` };
    },
    loadCursor: async () => nextCursor,
    saveCursor: async (cursor) => {
      cursors.push(cursor);
      console.log('cursor', cursor);
      // A stream has no end.
      if (process.env.UNTIL && cursors.length === Number(process.env.UNTIL)) process.exit();
    },
    archive: async (address) => console.log('archive', address),
  });
`;

/** Runs a snippet against the server, and returns its output. \`more\` is appended to it. */
async function execute(snippet: Snippet | undefined, environment: Record<string, string>, more = ''): Promise<string> {
  if (!snippet) throw new Error('no such snippet');
  await writeFile(join(project, 'prelude.mjs'), PRELUDE);
  const code = snippet.code.replaceAll('https://certificates.example.org', laurel.url);
  const [source, target] = ['running.tsx', 'running.js'].map((name) => join(project, name)) as [string, string];
  await writeFile(source, `${moduleOf({ ...snippet, code })}\n${more}`);
  const options = '--ignoreConfig --noCheck --module nodenext --target es2023 --jsx react-jsx';
  await run(join(process.cwd(), 'node_modules/.bin/tsc'), [...options.split(' '), source], { cwd: project });
  const env = { PATH: process.env.PATH, LAUREL_URL: laurel.url, ...environment };
  const { stdout } = await run(process.execPath, ['--import', './prelude.mjs', target], { cwd: project, env });
  return stdout;
}

const clients = (words: string): Snippet | undefined => CLIENTS.find(({ code }) => code.includes(words));

/** Returns the environment of an organisation whose template has the variables of the README. */
async function environmentOf(names: readonly string[], more: Partial<Parameters<Laurel['tenant']>[0]> = {}) {
  const scopes = [
    'templates:read',
    'templates:write',
    'certificates:write',
    'certificates:revoke',
    'events:read',
  ] as const;
  const { key } = await laurel.tenant({ scopes: [...scopes], ...more });
  const text = { type: 'text', x: 10, y: 10, width: 220, height: 20, font: 'Inter', size: 8 };
  const design = {
    ...{ name: 'Diploma', page: { width: 240, height: 170 }, recipientNameVariable: 'name' },
    elements: names.map((name, index) =>
      name === 'portrait'
        ? { type: 'image', x: 10, y: 80, width: 40, height: 40, src: '{{portrait}}' }
        : { ...text, y: 10 + index * 25, text: `{{${name}}}` },
    ),
  };
  const { body } = await laurel.call('/templates', { key, body: design });
  return { LAUREL_API_KEY: key, TEMPLATE: String(body.id) };
}

test('issuing prints the address of the PDF, or the missing credits', async () => {
  const snippet = clients('waitUntilReady');
  expect(await execute(snippet, await environmentOf(['name', 'course']))).toMatch(/^http:\S+\.pdf\n$/);
  const poor = await environmentOf(['name', 'course'], { credits: 0 });
  expect(await execute(snippet, poor)).toBe('credits {"current":0,"required":1}\n');
});

test('a picture is uploaded and shown', async () => {
  const environment = await environmentOf(['name', 'portrait']);
  await writeFile(join(project, 'ada.jpg'), await photograph('#336699'));
  await execute(clients('laurel.assets.add'), environment);
  const { body } = await laurel.call('/certificates', { key: environment.LAUREL_API_KEY });
  expect(body.certificates).toMatchObject([{ variables: { portrait: expect.stringMatching(/^asset:/) } }]);
});

test('many certificates are issued, and listed', async () => {
  const environment = await environmentOf(['name', 'course']);
  const issued = await execute(clients('issueAll'), environment);
  expect(issued).toBe('3 issued\n3 certificates in 1 batches\n');
  expect((await execute(clients('listAll'), environment)).trim().split('\n').sort()).toEqual([
    ...['Graduate 1', 'Graduate 2', 'Graduate 3'],
  ]);
});

test('events are read in pages, and followed', async () => {
  const { key, templateId } = await laurel.tenant();
  const environment = { LAUREL_API_KEY: key, TEMPLATE: templateId };
  const { body } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
  await laurel.rendered(key, body.id);
  const archived = new RegExp(`archive ${laurel.url}\\S+\\.pdf\n`);
  expect(await execute(clients('events.list.query'), environment)).toMatch(archived);
  expect(await execute(clients('events.follow'), { ...environment, UNTIL: '2' })).toMatch(archived);
});

test('a webhook is verified', async () => {
  const secret = makeSecret();
  const data = { pdfUrl: 'https://certificates.example.org/c.pdf' };
  const body = JSON.stringify({ event: 'certificate.ready', deliveryId: 'd', createdAt: 'now', position: 1, data });
  const headers = signatureHeaders([secret], { deliveryId: 'd', body, at: new Date() });
  const { LAUREL_API_KEY } = await environmentOf(['name']);
  const more = `
    const send = async (body) => (await POST(new Request('http://x', { method: 'POST', body, headers: ${JSON.stringify(headers)} }))).status;
    console.log(await send(${JSON.stringify(body)}), await send('{}'));`;
  const said = await execute(clients('verifyWebhook'), { LAUREL_API_KEY, LAUREL_WEBHOOK_SECRET: secret }, more);
  expect(said).toBe('archive https://certificates.example.org/c.pdf\n204 400\n');
});

test('a template in code is published, and issues', async () => {
  const environment = await environmentOf(['name']);
  await execute(clients('defineTemplate'), environment);
  const key = environment.LAUREL_API_KEY;
  const { body } = await laurel.call('/certificates', { key });
  expect(body.certificates).toMatchObject([{ recipientName: 'Ada Lovelace', template: { name: 'Diploma' } }]);
  const published = (await laurel.call('/events?types=template.published', { key })).body.events;
  expect(published.map(({ data }: { data: { version: number } }) => data.version).slice(-2)).toEqual([1, 2]);
});

test('a component shows certificates by TanStack Query', async () => {
  const environment = await environmentOf(['name', 'course']);
  await execute(clients('waitUntilReady'), environment);
  const more = `
    import { createElement } from 'react';
    import { renderToStaticMarkup } from 'react-dom/server';
    import { QueryClientProvider } from '@tanstack/react-query';
    const shown = () => renderToStaticMarkup(
      createElement(QueryClientProvider, { client: queryClient }, createElement(Certificates, { templateId })));
    console.log(shown());
    await queryClient.prefetchQuery(trpc.certificates.list.queryOptions({ templateId }));
    console.log(shown());
    const wrong = trpc.certificates.get.queryOptions({ id: 'x' });
    console.log(isLaurelError(await queryClient.fetchQuery(wrong).catch((error) => error), 'VALIDATION_ERROR'));
    process.exit();`;
  const [empty, full, isRefused] = (await execute(clients('tanstack-react-query'), environment, more))
    .trim()
    .split('\n');
  expect([empty, full, isRefused]).toEqual([
    ...['<ul></ul>', '<ul><li>Ada Lovelace <button>Revoke</button></li></ul>', 'true'],
  ]);
});

test('a page shows a certificate that its own server reads', async () => {
  const environment = await environmentOf(['name', 'course']);
  await execute(clients('waitUntilReady'), environment);
  const { body } = await laurel.call('/certificates', { key: environment.LAUREL_API_KEY });
  const more = `
    import { createServer } from 'node:http';
    import { createElement } from 'react';
    import { renderToStaticMarkup } from 'react-dom/server';
    import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
    const server = createServer(async ({ url }, response) =>
      response.end(JSON.stringify(await laurel.certificates.get.query({ id: url.split('/').at(-1) }))));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { fetch: request } = globalThis;
    globalThis.fetch = (input, init) =>
      request(new URL(input, \`http://127.0.0.1:\${server.address().port}\`), init);
    const [queryClient, { ID: id }] = [new QueryClient(), process.env];
    const Shown = () => createElement('p', null, useCertificate(id).data?.recipientName);
    const shown = () => renderToStaticMarkup(
      createElement(QueryClientProvider, { client: queryClient }, createElement(Shown)));
    console.log(shown());
    await queryClient.getQueryCache().find({ queryKey: ['certificate', id] }).fetch();
    console.log(shown());
    process.exit();`;
  const said = await execute(clients('useCertificate'), { ...environment, ID: body.certificates[0].id }, more);
  expect(said).toBe('<p></p>\n<p>Ada Lovelace</p>\n');
});
