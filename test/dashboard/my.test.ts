import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { BEHIND_PROXY, placeOf, tokenIn } from '../support/my.ts';

const LANGUAGES = ['en', 'fr', 'de', 'es', 'pt', 'it', 'ar', 'ja', 'zh', 'hi'];

let laurel: Laurel;
let place: ReturnType<typeof placeOf>;
let tenant: Tenant;
beforeAll(async () => {
  const mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent', ...BEHIND_PROXY });
  place = placeOf(laurel, mailbox);
  tenant = await laurel.tenant();
  await issue('ada@school.example');
  await issue('ada@school.example', { expiresAt: '2090-12-31' });
  await issue('ada@home.example');
});

const issue = async (recipientEmail: string, more: object = {}) => {
  const { key, templateId } = tenant;
  const body = { templateId, variables: VARIABLES, recipientEmail, ...more };
  return laurel.rendered(key, (await laurel.call('/certificates', { key, body })).body.id);
};
const cards = (page: Page) => page.locator('.card');
/** Returns the pixels by which a page is wider than its window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

browserTest('a keyboard and no script are enough to enter, add an address, separate it and leave', async () => {
  const page = await openPage(laurel, { javaScriptEnabled: false });
  await page.goto('/my');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@school.example');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const token = tokenIn(await place.linkMail('ada@school.example'));
  await page.goto(`/my/enter?token=${token}`);
  await page.getByRole('button', { name: 'Open my certificates' }).press('Enter');
  await page.waitForURL('**/my?lang=en');
  await expect.poll(() => cards(page).count()).toBe(2);
  await expect.poll(() => page.getByRole('button', { name: 'Copy link' }).count()).toBe(0);
  await page.getByLabel('E-mail address').fill('ada@home.example');
  await page.getByRole('button', { name: 'Send a link there' }).press('Enter');
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const [cookie] = await page.context().cookies();
  const asked = { cookie: `${cookie?.name}=${cookie?.value}` };
  await page.goto(`/my/enter?token=${tokenIn(await place.linkMail('ada@home.example', asked, '/addresses'))}`);
  await page.getByRole('button', { name: 'Add this address' }).press('Enter');
  await page.waitForURL('**/my?lang=en');
  await expect.poll(() => cards(page).count()).toBe(3);
  await page.getByRole('button', { name: 'Separate: ada@home.example' }).press('Enter');
  await page.getByRole('button', { name: 'Separate: ada@home.example' }).waitFor({ state: 'detached' });
  await expect.poll(() => cards(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Leave on all devices' }).press('Enter');
  await page.getByRole('button', { name: 'Send me a link' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

browserTest('each page fits a window of 320 px and is accessible, in every language', async () => {
  const token = tokenIn(await place.linkMail('ada@school.example'));
  const page = await openPage(laurel, { viewport: { width: 320, height: 700 } });
  const expectFit = async (language: string) => {
    expect([language, page.url(), await overflow(page)]).toEqual([language, page.url(), 0]);
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
  };
  for (const path of ['/my?', `/my/enter?token=${token}&`, '/my/enter?token=used&'])
    for (const language of LANGUAGES) {
      await page.goto(`${path}lang=${language}`);
      await expectFit(language);
    }
  await expectAccessible(page);
  await page.goto(`/my/enter?token=${token}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'français' }).click();
  await page.getByRole('button', { name: 'Ouvrir mes certificats' }).click();
  await page.waitForURL('**/my?lang=fr');
  for (const language of LANGUAGES) {
    await page.goto(`/my?lang=${language}`);
    await expectFit(language);
    await expect.poll(() => cards(page).count()).toBe(2);
    if (['en', 'ar'].includes(language)) await expectAccessible(page);
  }
  expect(page.faults).toEqual([]);
});

browserTest('a double click sends a form once, and it can be sent again on return', async () => {
  const page = await openPage(laurel);
  await page.goto(`/my/enter?token=${tokenIn(await place.linkMail('ada@school.example'))}`);
  const sent = () => page.evaluate('sent');
  // The page stays, so that the second click always meets it.
  await page.evaluate(`globalThis.sent = 0;
    document.addEventListener('submit', (event) => {
      if (!event.defaultPrevented) sent++;
      event.preventDefault();
    })`);
  const button = page.getByRole('button', { name: 'Open my certificates' });
  await button.dblclick();
  expect(await sent()).toBe(1);
  await page.evaluate('void dispatchEvent(new Event("pageshow"))');
  await button.click();
  expect(await sent()).toBe(2);
});

browserTest('a card copies the link of its certificate', async () => {
  const page = await openPage(laurel, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`/my/enter?token=${tokenIn(await place.linkMail('ada@home.example'))}`);
  await page.getByRole('button', { name: 'Open my certificates' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Link copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toMatch(new RegExp(`^${laurel.url}/verify/[0-9a-f]{64}$`));
  expect(page.faults).toEqual([]);
});
