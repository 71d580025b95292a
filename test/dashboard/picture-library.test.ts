import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { photograph, pictureForm } from '../support/portraits.ts';

const EMAIL = 'admin@picture-library.example';
let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  admin = nativeClient(laurel, await sessionOf(laurel, tenant, EMAIL, 'owner'));
  const logo = new FormData();
  logo.set('logo', new Blob([new Uint8Array(await photograph('#2a2', 200, 100))]));
  await admin.organisation.uploadLogo.mutate(logo);
});

async function openDesign(viewport = { width: 1440, height: 900 }) {
  const name = {
    type: 'text' as const,
    text: '{{name}}',
    font: 'Inter',
    size: 20,
    x: 72,
    y: 60,
    width: 300,
    height: 40,
  };
  const design = {
    ...{ name: 'Shared pictures', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
    elements: [name],
  };
  const { id } = await admin.designs.create.mutate({ design });
  const page = await openPage(laurel, { viewport });
  await signIn(page, EMAIL);
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.locator('canvas[data-current]').waitFor();
  return { page, id };
}

async function stored(page: Page, id: string) {
  await page.getByText('Saved', { exact: true }).waitFor();
  const { design } = await admin.designs.get.query({ id });
  return (design as { elements: Record<string, unknown>[] }).elements;
}

/** Drops a file in the middle of the page. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const box = await page.getByRole('group', { name: 'Page' }).locator('canvas').boundingBox();
  if (!box) throw new Error('the page is not visible');
  const dataTransfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], '${name}', { type: 'image/jpeg' }));
    return transfer;
  })()`);
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  await page.getByRole('group', { name: 'Page' }).dispatchEvent('drop', { dataTransfer, ...at });
}

const names = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Use / })
    .evaluateAll((all) => all.map((one) => (one as unknown as { ariaLabel: string }).ariaLabel));

/** Names of the controls that a notification covers. */
const COVERED = `(() => {
  const shown = document.querySelector('.mantine-Notification-root');
  const place = shown.getBoundingClientRect();
  return [...document.querySelectorAll('button, a[href], input, select, [role="button"], [role="tab"]')]
    .filter((one) => !shown.contains(one) && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const box = one.getBoundingClientRect();
      const isBeside = box.left >= place.right || box.right <= place.left || box.top >= place.bottom || box.bottom <= place.top;
      return !isBeside && box.width > 1;
    })
    .map((one) => one.ariaLabel ?? one.textContent);
})()`;

browserTest('a dropped picture is kept in the library, and another template gets a copy of it', async () => {
  const first = await openDesign();
  await drop(first.page, 'Dean’s seal.jpg', await photograph('#c22', 900, 600));
  await first.page.getByRole('button', { name: 'Keep in library' }).click();
  await first.page.getByText('Kept in the library.').waitFor();
  const { page, id } = await openDesign();
  await page.getByRole('button', { name: 'Add from library' }).click();
  await page.getByRole('button', { name: 'Use Dean’s seal' }).waitFor();
  expect(await names(page)).toEqual(['Use Logo of the organisation', 'Use Dean’s seal']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use Dean’s seal' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(async () => (await stored(page, id)).length).toBe(2);
  const [, picture] = await stored(page, id);
  const [, data = ''] = String(picture?.src).split('base64,');
  expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({
    format: 'jpeg',
    width: 900,
    height: 600,
  });
  // The panel of the picture takes another one from the library.
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('button', { name: 'Use Logo of the organisation' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(async () => String((await stored(page, id))[1]?.src)).toMatch(/^data:image\/png;/);
  expect([...first.page.faults, ...page.faults]).toEqual([]);
});

browserTest('pictures of the library are added, renamed, removed, and searched by name if there are many', async () => {
  const { page } = await openDesign();
  await page.getByRole('button', { name: 'Add from library' }).click();
  const dialog = page.getByRole('dialog', { name: 'Library' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Add pictures' }).click();
  const mark = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path d="M0 0h60v40z"/></svg>',
  );
  await (await choosing).setFiles([{ name: 'Mark.svg', mimeType: 'image/svg+xml', buffer: mark }]);
  await dialog.getByRole('button', { name: 'Actions for Mark' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByLabel('New name of Mark').fill('Électre');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Use Électre' }).waitFor();
  expect(await dialog.getByRole('searchbox').count()).toBe(0);
  for (let at = 10; at < 22; at++)
    await admin.pictureLibrary.add.mutate(pictureForm(await photograph(`#1${at}`), `Seal ${at}`));
  await page.reload();
  await page.getByRole('button', { name: 'Add from library' }).click();
  await dialog.getByRole('searchbox').fill('electre');
  expect(await names(page)).toEqual(['Use Électre']);
  await dialog.getByRole('button', { name: 'Actions for Électre' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByText('Templates that use it keep their copy.').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.getByText('No picture has this name.').waitFor();
  expect((await admin.pictureLibrary.list.query()).pictures.map(({ name }) => name)).not.toContain('Électre');
  expect(page.faults).toEqual([]);
});

browserTest('a picture that still loads when the library closes is not used', async () => {
  for (const name of ['Late', 'Prompt'])
    await admin.pictureLibrary.add.mutate(pictureForm(await photograph(name === 'Late' ? '#a1b' : '#b1a'), name));
  const { page, id } = await openDesign();
  const use = async (name: string) => {
    await page.getByRole('button', { name: 'Add from library' }).click();
    await page.getByRole('button', { name: `Use ${name}` }).click();
  };
  const held = Promise.withResolvers<void>();
  await page.route(
    /exports\/library\/[^/]+\?/,
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const late = page.waitForResponse(/exports\/library\/[^/]+\?/);
  await use('Late');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  held.resolve();
  await (await late).finished();
  await use('Prompt');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add rectangle' }).click();
  await expect.poll(async () => (await stored(page, id)).map(({ type }) => type)).toContain('shape');
  expect((await stored(page, id)).map(({ type }) => type)).toEqual(['text', 'image', 'shape']);
});

browserTest('the offer to keep a picture covers no control at 390 px', async () => {
  const { page } = await openDesign({ width: 390, height: 844 });
  await drop(page, 'signature.jpg', await photograph('#225', 300, 200));
  await page.getByText('Use it in other templates, too?').waitFor();
  expect(await page.evaluate(COVERED)).toEqual([]);
  expect(page.faults).toEqual([]);
});
