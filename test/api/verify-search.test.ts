import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { Laurel } from '../support/laurel.ts';

/** Addresses of the installation before its present one, oldest first. */
const FORMER = Array.from({ length: 30 }, (_, at) => `https://former-${at}.example`);

let laurel: Laurel;
let certificate: { id: string; verificationHash: string };
beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_VERIFY: '20', FORMER_BASE_URLS: FORMER.join() });
  // Two organisations, so that the id is found in either.
  await laurel.issue(await laurel.tenant());
  certificate = await laurel.issue(await laurel.tenant());
});

const search = (query: string) => fetch(`${laurel.url}/verify${query}`, { redirect: 'manual' });

test.each([
  ['a hash', () => certificate.verificationHash],
  ['a hash in capitals with spaces around it', () => ` ${certificate.verificationHash.toUpperCase()} `],
  ["the address of a certificate's page", () => `https://example.org/verify/${certificate.verificationHash}`],
  [
    'the address of a page in a chosen language',
    () => `https://example.org/verify/${certificate.verificationHash}?lang=de`,
  ],
  ['the address of a part of a page', () => `https://example.org/verify/${certificate.verificationHash}#verify`],
  ['an id', () => certificate.id],
  ['an id in capitals', () => certificate.id.toUpperCase()],
])('%s leads to the page of the certificate', async (_what, typed) => {
  const answer = await search(`?q=${encodeURIComponent(typed())}`);
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/verify/${certificate.verificationHash}`]);
});

test('a search keeps a chosen language, but not that of the browser', async () => {
  const page = `/verify/${certificate.verificationHash}`;
  for (const [query, location] of [
    ['?lang=de&', `${page}?lang=de`],
    ['?lang=xx&', page],
    ['?', page],
  ] as const) {
    for (const typed of [certificate.id, certificate.verificationHash])
      expect((await search(`${query}q=${typed}`)).headers.get('Location')).toBe(location);
  }
  const fieldIn = async (query: string) => /name="lang" value="[^"]*"/.exec(await (await search(query)).text())?.[0];
  expect(await fieldIn('?lang=de')).toBe('name="lang" value="de"');
  expect(await fieldIn('?lang=de&q=x')).toBe('name="lang" value="de"');
  expect(await fieldIn('')).toBeUndefined();
});

test('shows a text that is neither an id nor a hash again, escaped', async () => {
  const answer = await search(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  const page = await answer.text();
  expect(answer.status).toBe(400);
  expect(page).toContain('This is neither an ID nor a verification code.');
  expect(page).not.toContain('<script>alert');
});

test('the page runs only its own script, sends requests only to its own server, and names its trust', async () => {
  const answer = await search('');
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  for (const directive of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "form-action 'self'"])
    expect(policy).toContain(directive);
  // The header has a limited length, so it names the last 20 addresses.
  const [, addresses = ''] = /connect-src 'self' ([^;]*)/.exec(policy) ?? [];
  expect(addresses.split(' ').slice(1)).toEqual(FORMER.slice(-19).reverse());
  const page = await answer.text();
  expect(page).toContain('This page trusts the keys that this server publishes.');
  const [, script = ''] = /<script type="module" src="([^"]+)">/.exec(page) ?? [];
  const served = await fetch(laurel.url + script);
  expect([served.status, served.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('javascript')]);
  expect((await served.text()).length).toBeLessThan(16_000);
});

test('unknown ids are indistinguishable and limited like hashes', async () => {
  const bodies = new Set<string>();
  const statuses = new Set<number>();
  for (let round = 0; round < 50; round++) {
    const answer = await search(`?q=${randomUUID()}`);
    statuses.add(answer.status);
    if (answer.status === 404) bodies.add(await answer.text());
  }
  expect([...statuses].sort()).toEqual([404, 429]);
  expect(bodies.size).toBe(1);
  const refused = await search(`?q=${randomUUID()}&lang=de`);
  const page = await refused.text();
  expect([refused.status, page.includes('Aus Ihrem Netz kamen zu viele Anfragen.')]).toEqual([429, true]);
  expect(page).not.toContain('Too many');
});
