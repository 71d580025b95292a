import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, openPage } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember, PASSWORD } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@keyboard.example', 'owner');
});

/** Exceeds the number of Tab stops on any screen. */
const STOPS = 120;

/** Presses Tab until the target has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let stop = 0; stop < STOPS; stop++) {
    // A screen that is still loading can be rendered again between two checks.
    if ((await focused.count()) > 0)
      return expect.poll(() => page.evaluate(looksFocused), { message: String(target), timeout: 5000 }).toBe(true);
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reachable by Tab`);
}

/**
 * Script of the page: returns whether focus changes the outline, border or shadow of the focused element or its neighbours. Endless
 * animations, such as those of pictures that still load, are ignored.
 */
const looksFocused = `(async () => {
  const at = document.activeElement;
  if (!at.matches(':focus-visible')) return false;
  const look = async () => {
    await Promise.all(
      document.getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
    return [at, at.parentElement, at.nextElementSibling].filter(Boolean).map((element) => {
      const { outlineStyle, borderColor, boxShadow } = getComputedStyle(element);
      return [outlineStyle, borderColor, boxShadow].join();
    }).join();
  };
  const focused = await look();
  at.blur();
  const plain = await look();
  at.focus({ focusVisible: true, preventScroll: true });
  return focused !== plain;
})()`;

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function signInByKeyboard(page: Page): Promise<void> {
  await page.goto('/login');
  await type(page, page.getByLabel('E-mail address'), 'owner@keyboard.example');
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

browserTest('keyboard alone leads from the sign-in to a published template', async () => {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  await signInByKeyboard(page);
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

browserTest('keyboard alone leads from a CSV file to issued certificates', async () => {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signInByKeyboard(page);
  await press(page, page.getByRole('link', { name: 'Batches', exact: true }));
  // The overview, shown until then, has such a link too.
  await page.getByRole('heading', { name: 'Batches', exact: true }).waitFor();
  await press(page, page.getByRole('link', { name: 'New batch' }).first());
  // A template of the tenant: the library's have dates.
  await press(page, page.getByRole('radio', { name: 'Diploma of distinction' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('heading').and(page.locator(':focus')).waitFor();
  const chooser = page.waitForEvent('filechooser');
  await press(page, page.getByLabel('Choose a spreadsheet or CSV file'));
  const names = ['Ada', 'Grace', ''];
  const lines = names.map((name) => Object.values({ ...VARIABLES, name }).join());
  const buffer = Buffer.from([Object.keys(VARIABLES).join(), ...lines].join('\n'));
  await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await page.getByText('3 rows: 2 ready, 1 needs fixing.').waitFor();
  await type(page, page.getByLabel('name, row 4'), 'Edsger');
  await page.keyboard.press('Enter');
  await page.getByText('3 rows: all ready.').waitFor();
  await press(page, page.getByRole('button', { name: 'Continue' }));
  await press(page, page.getByRole('button', { name: 'Issue 3 certificates' }));
  await page.getByRole('heading', { name: 'people', exact: true }).waitFor();
  const zip = page.getByRole('link', { name: /zip/i });
  await zip.waitFor();
  const download = page.waitForEvent('download');
  await press(page, zip);
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  expect(page.faults).toEqual([]);
});

browserTest('a certificate is found, revoked and reinstated by keyboard alone, without losing focus', async () => {
  const { id } = await laurel.issue(tenant, { ...VARIABLES, name: 'Barbara Liskov' });
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await signInByKeyboard(page);
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  expect((await skip.boundingBox())?.y).toBeLessThan(0);
  await tabTo(page, skip);
  expect((await skip.boundingBox())?.y).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await page.locator('#main:focus').waitFor();
  await press(page, page.getByRole('link', { name: 'Certificates', exact: true }));
  await type(page, page.getByRole('textbox', { name: /search/i }), 'Liskov');
  await page.waitForURL(/search=Liskov/);
  await page.getByText('1 certificate', { exact: true }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollHeight'), 'nothing makes a short screen scroll').toBe(900);
  await press(page, page.getByRole('link', { name: 'Barbara Liskov' }));
  await press(page, button('Revoke'));
  const dialog = page.getByRole('dialog', { name: 'Revoke the certificate?' });
  await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button('Revoke').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Issued by mistake');
  await press(page, dialog.getByRole('button', { name: 'Revoke' }));
  await button('Reinstate').and(page.locator(':focus')).waitFor();
  const stateOf = async () => (await laurel.call(`/certificates/${id}`, { key: tenant.key })).body.status;
  expect(await stateOf()).toBe('REVOKED');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }));
  await button('Revoke').and(page.locator(':focus')).waitFor();
  expect(await stateOf()).not.toBe('REVOKED');
  expect(page.faults).toEqual([]);
});
