import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, openPage } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember, PASSWORD } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@keyboard.example', 'owner');
});

/** More stops than any screen has before what is looked for. */
const STOPS = 120;

/** Goes on by the Tab key until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let stop = 0; stop < STOPS; stop++) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

browserTest('from the sign-in to a published template by the keyboard alone', async () => {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  await page.goto('/login');
  await type(page, page.getByLabel('E-mail address'), 'owner@keyboard.example');
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  await press(page, page.getByRole('link', { name: 'Templates', exact: true }));
  await press(page, page.getByRole('link', { name: 'New template' }));
  await press(page, button('Use Classic diploma'));
  await page.locator('canvas[data-current]').waitFor();
  await press(page, button('Add rectangle'));
  const rectangles = page.getByRole('group', { name: 'Page' }).getByRole('button', { name: 'Rectangle', exact: true });
  const rectangle = rectangles.last();
  await tabTo(page, rectangle);
  await page.keyboard.press('Enter');
  const before = (await rectangle.boundingBox())?.x ?? 0;
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => ((await rectangle.boundingBox())?.x ?? 0) - before).toBeGreaterThan(5);
  const count = await rectangles.count();
  await page.keyboard.press('Delete');
  await expect.poll(() => rectangles.count()).toBe(count - 1);
  await press(page, button('Publish'));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await page.getByText('Version 1', { exact: true }).waitFor();
  expect(page.faults).toEqual([]);
});
