import { mkdirSync } from 'node:fs';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { database } from '../../database/sql.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { browserTest, expectAccessible, openPage } from '../support/browser.ts';
import { Laurel } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { BEHIND_PROXY, placeOf } from '../support/my.ts';

const DESIGN = {
  name: 'First aid',
  recipientNameVariable: 'name',
  hiding: true,
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12, text: '{{name}}' }],
};
const LANGUAGES = ['en', 'fr', 'de', 'es', 'pt', 'it', 'ar', 'ja', 'zh', 'hi'];
const EMAIL = 'ada@hiding.example';

let laurel: Laurel;
let place: ReturnType<typeof placeOf>;
let hash: string;
beforeAll(async () => {
  const mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent', ...BEHIND_PROXY });
  place = placeOf(laurel, mailbox);
  const tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), DESIGN);
  const body = { templateId, variables: { name: 'Ada Lovelace' }, recipientEmail: EMAIL };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  hash = (await laurel.rendered(tenant.key, id)).verificationHash;
});

async function openPlace(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await openPage(laurel, options);
  const [name = '', value = ''] = (await place.enter(EMAIL)).split('=');
  await page.context().addCookies([{ name, value, url: laurel.url }]);
  await page.goto('/my?lang=en');
  return page;
}

browserTest(
  'a recipient hides a certificate, shares it by a private link and revokes it, without a script',
  async () => {
    const page = await openPlace({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
    await page.getByText('Public page', { exact: true }).click();
    await page.getByRole('button', { name: 'Hide the public page' }).click();
    await page.getByRole('button', { name: 'Create a private link' }).click();
    const link = page.getByRole('link', { name: /^Created on/ });
    const shared = (await link.getAttribute('href')) ?? '';
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await shoot(page, 'hidden-320');
    await page.goto(`/verify/${hash}`);
    await page.getByText('The recipient shows this certificate only to people who have a private link.').waitFor();
    expect(await page.getByText('Ada Lovelace').count()).toBe(0);
    await shoot(page, 'public-320');
    await page.goto(shared);
    await page.getByText('Ada Lovelace').first().waitFor();
    await page.goto('/my?lang=en');
    await page.getByRole('button', { name: /^Revoke: Created on/ }).click();
    await page.waitForURL('**/my?lang=en**');
    expect(await link.count()).toBe(0);
    await page.goto(shared);
    await page.getByText('Unknown certificate').waitFor();
    await page.goto('/my?lang=en');
    await page.getByRole('button', { name: 'Show the public page again' }).click();
    await page.goto(`/verify/${hash}`);
    await page.getByText('Ada Lovelace').first().waitFor();
  },
);

browserTest('hiding is accessible and fits a phone in ten languages', async () => {
  const page = await openPlace({ viewport: { width: 320, height: 700 } });
  await page.getByText('Public page', { exact: true }).click();
  await page.getByRole('button', { name: 'Hide the public page' }).click();
  await page.getByRole('button', { name: 'Create a private link' }).click();
  await page.getByRole('button', { name: 'Create a private link' }).click();
  for (const language of LANGUAGES) {
    for (const path of ['/my', `/verify/${hash}`]) {
      await page.goto(`${path}?lang=${language}`);
      await expectAccessible(page);
      expect([language, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([language, 320]);
    }
    await shoot(page, `hidden-${language}`);
    await page.goto(`/my?lang=${language}`);
    await shoot(page, `my-${language}`);
  }
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.goto('/my?lang=en');
  await shoot(page, 'my-wide');
  await page.goto(`/verify/${hash}?lang=en`);
  await shoot(page, 'hidden-wide');
  const { services } = laurel.installation;
  await sql`update certificates set hidden = false`.execute(database(services.em()));
  await page.goto(`/verify/${hash}?lang=en`);
  await page.getByText('Ada Lovelace').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await shoot(page, 'altered-wide');
  await page.setViewportSize({ width: 320, height: 700 });
  await shoot(page, 'altered-320');
});

async function shoot(page: Page, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
