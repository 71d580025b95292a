import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import {
  browserTest,
  expectAccessible,
  expectAccessibleInBothSchemes,
  openPage,
  untilQuiet,
} from '../support/browser.ts';
import { Laurel } from '../support/laurel.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

/** Returns the paths of all pages of the site, from its first one. */
async function pathsOf(page: Page): Promise<string[]> {
  await page.goto('/docs');
  const links = await page.evaluate(`[...document.querySelectorAll('main .cards a')].map(({ pathname }) => pathname)`);
  return ['/docs', ...(links as string[])];
}

browserTest(
  'axe finds nothing on any page, which fits into 320 px and asks no other origin',
  async () => {
    const page = await openPage(laurel, { colorScheme: 'light', viewport: { width: 1280, height: 900 } });
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(laurel.url).origin) foreign.push(request.url());
    });
    const paths = await pathsOf(page);
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      await page.goto(path);
      await expectAccessibleInBothSchemes(page);
      await page.setViewportSize({ width: 320, height: 700 });
      await expectAccessible(page);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320]);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    await untilQuiet(page);
    expect(foreign).toEqual([]);
    expect(page.faults).toEqual([]);
  },
  240_000,
);

browserTest('the search finds a phrase by keyboard, and leads to its place', async () => {
  const page = await openPage(laurel, { colorScheme: 'light', viewport: { width: 1280, height: 900 } });
  await page.goto('/docs/quick-start');
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search the documentation' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Déad letter');
  await page.getByRole('status').getByText('No results').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('certificate.EXPIRING reminder');
  const results = page.getByRole('search').getByRole('link');
  await results.first().waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await results.first().waitFor({ state: 'hidden' });
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('idempotency replayed');
  await expect.poll(() => results.first().locator('strong').textContent()).toBe('Idempotency');
  await page.keyboard.press('ArrowDown');
  await results.first().and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Idempotency' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('set the clock');
  await expect.poll(() => results.first().textContent()).toContain('POST /test/clock');
  await page.keyboard.press('Enter');
  await page.locator('.opblock.is-open').getByText('/test/clock').first().waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('the search says so if its texts can not be loaded, and works with the next input', async () => {
  const page = await openPage(laurel);
  let isBroken = true;
  await page.route('**/docs/search.json', (route) => (isBroken ? route.fulfill({ status: 503 }) : route.continue()));
  await page.goto('/docs');
  await page.getByRole('searchbox').fill('webhook');
  await page.getByRole('status').getByText('could not be loaded').waitFor();
  isBroken = false;
  await page.getByRole('searchbox').fill('webhooks');
  await page.getByRole('search').getByRole('link').first().waitFor();
});

browserTest('pages work without JavaScript: the menu, examples and the way on, but no search', async () => {
  const page = await openPage(laurel, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto('/docs');
  await page.getByRole('search').waitFor({ state: 'hidden' });
  await page.getByText('All pages', { exact: true }).click();
  await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Quick start' }).click();
  await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
  await page.getByText('export LAUREL_API_KEY=').waitFor();
  await page.getByRole('link', { name: 'Next Authentication' }).click();
  await page.getByRole('heading', { level: 1, name: 'Authentication' }).waitFor();
});

browserTest('the reference shows the samples of an operation, in the language that the reader chose last', async () => {
  const page = await openPage(laurel, { colorScheme: 'light', viewport: { width: 390, height: 844 } });
  await page.goto('/docs/api#/Certificates/certificates.generate');
  const language = page.getByRole('combobox', { name: 'Language' });
  await page.getByText('curl --fail-with-body').first().waitFor();
  await language.selectOption('Go');
  await page.getByText('map[string]any{').first().waitFor();
  await expectAccessibleInBothSchemes(page, '.code-samples');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('button', { name: /^GET.*\/credits/ }).click();
  await language.nth(1).waitFor();
  expect(await language.nth(1).inputValue()).toBe('Go');
  expect(page.faults).toEqual([]);
});

browserTest('an example is copied as it is', async () => {
  const page = await openPage(laurel, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/docs/quick-start');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    /^export LAUREL_URL=\S+\nexport LAUREL_API_KEY=\S+$/,
  );
});

browserTest('print has the text without menus, and code that wraps', async () => {
  const page = await openPage(laurel);
  await page.emulateMedia({ media: 'print' });
  await page.goto('/docs/quick-start');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const isShown = (part: string) => page.evaluate(`document.querySelector('${part}').checkVisibility()`);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const part of ['.top', 'nav.menu', 'details.menu', '.places', '.neighbours'])
      expect([part, await isShown(part)]).toEqual([part, false]);
  }
  expect(await isShown('h1')).toBe(true);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('pre')).whiteSpace`)).toBe('pre-wrap');
});
