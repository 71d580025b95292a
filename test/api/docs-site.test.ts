import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { Laurel } from '../support/laurel.ts';

const run = promisify(execFile);
let laurel: Laurel;
/** Pages of the site by path, as served. */
let pages: Map<string, string>;

const textAt = async (path: string): Promise<string> => {
  const response = await fetch(new URL(path, laurel.url), { redirect: 'manual' });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};
const linksOf = (page: string): string[] =>
  [...page.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, link = '']) => plain(link));
/** Returns text without the entities that the site writes. */
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
/** Returns the examples of a page in a language, as a reader pastes them. */
const examplesOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`<code class="language-${language}">(.*?)</code>`, 'gs'))].map(([, code = '']) =>
    plain(code),
  );

beforeAll(async () => {
  laurel = await Laurel.shared();
  const start = await textAt('/docs');
  const paths = new Set(linksOf(start).filter((link) => /^\/docs\/[a-z-]+$/.test(link) && link !== '/docs/api'));
  pages = new Map(
    await Promise.all([...paths].map(async (path) => [path, await textAt(path)] satisfies [string, string])),
  );
  pages.set('/docs', start);
});

test('every link of the site leads to a page and a place that exist', async () => {
  expect(pages.size).toBeGreaterThan(20);
  const checked = new Map<string, string>();
  for (const [path, page] of pages) {
    for (const link of linksOf(page)) {
      const url = new URL(link, new URL(path, laurel.url));
      if (url.origin !== new URL(laurel.url).origin) {
        expect([path, link]).toEqual([path, expect.stringMatching(/^https:/)]);
        continue;
      }
      const target = checked.get(url.pathname) ?? (await textAt(url.pathname));
      checked.set(url.pathname, target);
      if (url.hash && url.pathname !== '/docs/api')
        expect([path, link, target.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`)]).toEqual([
          path,
          link,
          true,
        ]);
    }
  }
});

test('ids of a page are unique, and its headings begin with one of level 1 and skip no level', () => {
  for (const [path, page] of pages) {
    const ids = [...page.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
    const levels = [...page.matchAll(/<h(\d)[ >]/g)].map(([, level]) => Number(level));
    expect([path, levels.filter((level) => level === 1).length, levels[0]]).toEqual([path, 1, 1]);
    expect([path, levels.filter((level, at) => at > 0 && level - (levels[at - 1] ?? 0) > 1)]).toEqual([path, []]);
  }
});

test("every section of the integrator's document is on exactly one page", async () => {
  const document = (await readFile('docs/integrating.md', 'utf8')).replaceAll(/^```.*?^```/gms, '');
  const titles = [...document.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  const places = [...pages.values()].flatMap((page) =>
    [...page.matchAll(/<h[12][^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, heading = '']) => plain(heading)),
  );
  // The document of the client has some of these titles, too.
  const others = new Set(['Errors', 'Events', 'Webhooks', 'Templates in code', 'Pictures', 'Recipients']);
  for (const title of titles.filter((name) => !others.has(name)))
    expect([title, places.filter((place) => place === title).length]).toEqual([title, 1]);
  for (const title of others) expect(places).toContain(title);
});

test('examples have the address of the installation, and no page has a placeholder for it', async () => {
  const [{ url }] = (await laurel.call('/openapi.json')).body.servers;
  expect(pages.get('/docs')).toContain(`<code>${url}</code>`);
  expect(pages.get('/docs/quick-start')).toContain(`export LAUREL_URL=${url.replace('/api/v1', '')}\n`);
  for (const [path, page] of pages) expect([path, page.includes('certificates.example.org')]).toEqual([path, false]);
});

test('pages are compressed, and not sent again to a reader who has them', async () => {
  for (const path of ['/docs', '/docs/errors', '/docs/search.json', '/docs/site.css', '/docs/site.js']) {
    const first = await fetch(new URL(path, laurel.url), { headers: { 'Accept-Encoding': 'br' } });
    await first.text();
    expect([path, first.headers.get('Content-Encoding')]).toEqual([path, 'br']);
    const tag = first.headers.get('ETag') ?? '';
    const headers = { 'Accept-Encoding': 'br', 'If-None-Match': tag };
    const again = await fetch(new URL(path, laurel.url), { headers });
    expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    const other = await fetch(new URL(path, laurel.url), { headers: { ...headers, 'If-None-Match': '"other"' } });
    expect([path, other.status]).toEqual([path, 200]);
    await other.text();
  }
});

test('an unknown page is not found, and no other file is served', async () => {
  for (const name of [
    'nothing',
    'layout.ts',
    'site/site.css',
    'quick-start.md',
    '..%2Frouter.ts',
    '__proto__',
    'errors/x',
  ])
    expect([name, (await fetch(new URL(`/docs/${name}`, laurel.url))).status]).toEqual([name, 404]);
});

test('the search has every operation and the text of every page, with addresses that exist', async () => {
  const entries = JSON.parse(await textAt('/docs/search.json')) as Record<
    'address' | 'heading' | 'text' | 'page',
    string
  >[];
  const { paths } = (await laurel.call('/openapi.json')).body;
  const operations = Object.values(paths as Record<string, Record<string, { operationId: string; tags: [string] }>>)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, tags: [tag] }) => `/docs/api#/${encodeURIComponent(tag)}/${operationId}`);
  const isOperation = ({ address }: { address: string }) => address.startsWith('/docs/api');
  expect(
    entries
      .filter(isOperation)
      .map(({ address }) => address)
      .sort(),
  ).toEqual(operations.sort());
  const compact = (markup: string) => plain(markup.replaceAll(/<[^>]+>/g, '')).replaceAll(/\s/g, '');
  for (const { address, heading, text } of entries.filter((entry) => !isOperation(entry))) {
    const [path = '', place] = address.split('#');
    expect(pages.has(path), path).toBe(true);
    if (!place) continue;
    const [, after = ''] = pages.get(path)?.split(`id="${place}">`) ?? [];
    // A page continues after its last part.
    const [part = ''] = after.split(/<h[2-6] id=/);
    const found = (heading + text).replaceAll(/\s/g, '');
    expect([address, compact(part).slice(0, found.length)]).toEqual([address, found]);
  }
  const covered = new Set(entries.map(({ address }) => address.split('#')[0]));
  expect([...pages.keys()].filter((path) => path !== '/docs' && !covered.has(path))).toEqual([]);
  expect(entries.find(({ text }) => text.includes('Idempotency-Replayed: true'))?.page).toBe('Idempotency');
  // Texts are without the markup of the page. Examples have some of their own.
  for (const { address, text } of entries)
    expect([address, /tabindex=|class="language|&(?:lt|gt|amp|quot|#39);/.test(text)]).toEqual([address, false]);
});

/** Runs the shell examples of pages as one session, with the key in place of the text that stands for it. */
async function paste(names: readonly string[]): Promise<string> {
  const tenant = await laurel.tenant({ design: 'classic-diploma' });
  const folder = await mkdtemp(join(tmpdir(), 'laurel-docs-'));
  const examples = names.flatMap((name) => examplesOf(pages.get(`/docs/${name}`) ?? '', 'sh'));
  const session = examples
    .join('\necho\n')
    .replaceAll(/svc_(?:test|live)_…/g, tenant.key)
    .replaceAll(/(LAUREL_URL=)\S+/g, `$1${laurel.url}`);
  expect(session).toContain(tenant.key);
  try {
    const { stdout } = await run('sh', ['-eu', '-c', session], { cwd: folder });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the quick start runs as pasted, and ends with a valid certificate', async () => {
  const [last] = (await paste(['quick-start'])).trim().split('\n').slice(-1);
  expect(JSON.parse(last ?? '')).toMatchObject({ valid: true, certificate: { recipientName: 'Ada Lovelace' } });
});

test('the examples of authentication, idempotency, paging and versions run after the quick start', async () => {
  const said = await paste(['quick-start', 'authentication', 'idempotency', 'idempotency', 'paging', 'versions']);
  const ids = [...said.matchAll(/^\{"id":"([^"]+)".*$/gm)].map(([, id]) => id);
  // The certificate of the quick start, and the one of a repeated call.
  expect(ids.length).toBeGreaterThanOrEqual(2);
  const lists = said.split('\n').filter((line) => line.startsWith('{"certificates":'));
  expect(JSON.parse(lists.at(-1) ?? '').certificates).toHaveLength(2);
  expect(said).toMatch(/laurel-version: \d/i);
});
