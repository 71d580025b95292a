import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../domain/limits.ts';
import { browserTest, expectTextsAccessible, openPage, settled, signIn, untilQuiet } from '../support/browser.ts';
import { isLong } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

/** Expression that a page evaluates. */
type Script = string;
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

let laurel: Laurel;
let tenant: Tenant;
let paths: string[];
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 100 });
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@languages.example', 'owner'));
  const certificate = await laurel.issue(tenant);
  const recipients = [{ variables: { ...VARIABLES, name: 'Zoë' } }, { variables: { ...VARIABLES, name: 'Łukasz' } }];
  const body = { templateId: tenant.templateId, recipients };
  const batch = (await laurel.call('/batches', { key: tenant.key, body })).body;
  await laurel.completed(tenant.key, batch.batchId);
  const draft = await owner.designs.duplicate.mutate({ id: tenant.templateId });
  const tabs = ['organisation', 'e-mail', 'api-keys', 'webhooks', 'members', 'fonts', 'credits', 'audit-log'];
  paths = [
    ...['', '/certificates', '/certificates?search=nobody', `/certificates/${certificate.id}`],
    ...[`/issue?templateId=${tenant.templateId}`, '/batches', `/batches/new?templateId=${tenant.templateId}`],
    ...[`/batches/${batch.batchId}`, '/recipients', '/requests', '/templates', '/templates/new'],
    ...[`/templates/${draft.id}`, ...tabs.map((tab) => `/settings?tab=${tab}`), '/account', '/nowhere'],
  ];
});

/** Returns the language and direction of the page for a request's headers, and the cookie that the answer sets. */
async function pageFor(
  path: string,
  headers: Record<string, string>,
): Promise<{ lang: string; cookie: string | null }> {
  const answer = await fetch(`${laurel.url}${path}`, { headers: { Accept: 'text/html', ...headers } });
  const [, lang = '', dir] = /<html lang="(\w+)"(?: dir="(\w+)")?>/.exec(await answer.text()) ?? [];
  expect(answer.headers.get('content-language')).toBe(lang);
  return { lang: dir ? `${lang} ${dir}` : lang, cookie: answer.headers.get('set-cookie') };
}

test('the page has the language of the address, else the chosen one, else that of the browser, else English', async () => {
  const of = async (path: string, accept: string, cookie = '') =>
    (await pageFor(path, { 'Accept-Language': accept, Cookie: cookie })).lang;
  expect(await of('/login', 'de-AT,en;q=0.5')).toBe('de');
  expect(await of('/login', 'nl, fr;q=0.8, de;q=0.9')).toBe('de');
  expect(await of('/login', 'zh-TW, ja;q=0.5')).toBe('ja');
  expect(await of('/login', 'tlh')).toBe('en');
  expect(await of('/login?lang=ar', 'de')).toBe('ar rtl');
  expect(await of('/login?lang=tlh', 'de')).toBe('de');
  expect(await of('/login', 'de', 'a=b; laurel.language=hi')).toBe('hi');
  expect(await of('/login', 'de', 'laurel.language=../x')).toBe('de');
  expect(await of(`/o/${tenant.organisationId}/nowhere`, 'pt-BR')).toBe('pt');
});

test('the browser keeps the language of an address', async () => {
  const { cookie } = await pageFor('/login?lang=it', {});
  expect(cookie).toMatch(/^laurel\.language=it; Max-Age=\d+; Path=\/; .*SameSite=Lax$/);
  expect((await pageFor('/login', {})).cookie).toBeNull();
  expect((await pageFor('/login?lang=it&lang=de', {})).cookie).toBeNull();
});

browserTest('the account’s language holds in each browser, unless an address asks for another one', async () => {
  await sessionOf(laurel, tenant, 'person@languages.example', 'issuer');
  const first = await openPage(laurel);
  await signIn(first, 'person@languages.example');
  await first.goto(`/o/${tenant.organisationId}/account`);
  await first.getByLabel('Language').selectOption('Deutsch');
  await first.getByRole('heading', { name: 'Mein Konto' }).waitFor();
  expect(await first.evaluate('document.documentElement.lang')).toBe('de');

  const second = await openPage(laurel, { locale: 'fr-FR' });
  await second.goto('/login');
  expect(await second.evaluate('document.documentElement.lang')).toBe('fr');
  await second.context().addCookies((await first.context().cookies()).filter(({ name }) => name.includes('session')));
  await second.goto(`/o/${tenant.organisationId}/account`);
  await second.getByRole('heading', { name: 'Mein Konto' }).waitFor();
  await second.goto(`/o/${tenant.organisationId}/account?lang=es`);
  await second.getByRole('heading', { name: 'Mi cuenta' }).waitFor();
  expect([...first.faults, ...second.faults]).toEqual([]);
});

browserTest('the dashboard works in a browser whose language is no language tag', async () => {
  await sessionOf(laurel, tenant, 'posix@languages.example', 'issuer');
  const page = await openPage(laurel);
  // Chromium on Linux, started without a locale.
  await page.addInitScript(`for (const [name, value] of Object.entries({ language: 'en-US@posix', languages: ['en-US@posix'] }))
    Object.defineProperty(navigator, name, { value })`);
  await signIn(page, 'posix@languages.example');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('heading', { name: 'Certificates' }).waitFor();
  expect(page.faults).toEqual([]);
});

/** Script: texts of the page that are equal to English messages. */
const leftInEnglish = (messages: readonly string[]): Script => `(() => {
  const messages = new Set(${JSON.stringify(messages)});
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) if (messages.has(walker.currentNode.data.trim())) found.push(walker.currentNode.data);
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      if (messages.has(element.getAttribute(name))) found.push(name + ': ' + element.getAttribute(name));
  return found;
})()`;

/** Script: labels of buttons, tabs and badges that are cut off. */
const CUT_OFF: Script = `[...document.querySelectorAll('button, [role=tab], [class*=Badge-label], th, label')]
  .filter((one) => one.checkVisibility() && !one.closest('[role=grid]'))
  .flatMap((one) => [one, ...one.querySelectorAll('*')])
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 4)
  .filter((one) => ['hidden', 'clip'].includes(getComputedStyle(one).overflowX) && one.innerText?.trim())
  .map((one) => one.innerText)`;

/**
 * Languages whose screens are walked: one from right to left, one with long words and one without spaces. The long form walks all of
 * them; `npm run check` finds missing translations in each.
 */
const WALKED = isLong ? OTHERS : (['ar', 'de', 'ja'] as const);

browserTest.for(WALKED)(
  'every screen speaks %s: nothing is left in English or cut off, axe finds nothing, and none is wider than the window',
  async (language) => {
    const catalogue: Record<string, string> = JSON.parse(readFileSync(`messages/dashboard/${language}.json`, 'utf8'));
    // A word can be English and have another meaning here: “Tag” is “day” in German.
    const words = new Set(Object.values(catalogue));
    const english = Object.keys(catalogue).filter((key) => !words.has(key) && !key.includes('{'));
    const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
    await signIn(page, 'owner@languages.example');
    await page.context().addCookies([{ name: 'laurel.language', value: language, url: laurel.url }]);
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`/o/${tenant.organisationId}${path}`);
      await page.locator('h1, [role=toolbar]').first().waitFor();
      await untilQuiet(page);
      expect(await page.evaluate('document.documentElement.lang')).toBe(language);
      expect(await page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : '');
      expect(await page.evaluate(leftInEnglish(english)), path).toEqual([]);
      await expectTextsAccessible(page);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(settled);
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width);
        expect.soft(await page.evaluate(CUT_OFF), `${path} at ${width}`).toEqual([]);
        if (process.env.SHOTS) {
          await mkdir(process.env.SHOTS, { recursive: true });
          const name = `${language}-${path.replaceAll(/\W+/g, '-').slice(0, 40)}-${width}`;
          await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
        }
      }
    }
    expect(page.faults).toEqual([]);
  },
);
