import { readFile } from 'node:fs/promises';
import * as mupdf from 'mupdf';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import { browserTest, contentOf, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { difference, differingShare } from '../support/pictures.ts';

let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@designer.example', 'admin'));
});

async function openGallery(): Promise<Page & { faults: string[] }> {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@designer.example');
  await page.goto(`/o/${tenant.organisationId}/templates`);
  return page;
}

async function newDesign(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByRole('button', { name: 'A4 landscape' }).click();
  await page.getByRole('button', { name: 'Add a text' }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
}

const element = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Page' }).getByRole('button', { name });
interface Picture {
  toDataURL(): string;
}
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor({ timeout: 20_000 });

browserTest('a template is designed, published and issued with, and what is seen is what is rendered', async () => {
  const page = await openGallery();
  await newDesign(page, 'Spring course');
  await page.getByLabel('Language', { exact: true }).selectOption('Welsh');
  await page.getByLabel('Criteria', { exact: true }).fill('Attended every lesson.');
  await page.getByRole('button', { name: 'Add a text' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Well done, {{name}}!');
  await page.getByRole('button', { name: 'Add a QR code' }).click();
  // Its own verification would make each certificate's code another.
  await page.getByRole('textbox', { name: 'Value' }).fill('https://academy.example/spring');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await saved(page);
  const canvas = page.getByRole('group', { name: 'Page' });
  await canvas.locator('canvas[data-current]').waitFor();
  const seen = await canvas.locator('canvas').screenshot();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /publish/i })
    .click();
  await page
    .getByText(/version 1|published/i)
    .first()
    .waitFor();
  const { templates } = (await laurel.call('/templates', { key: tenant.key })).body;
  const template = templates.find(({ name }: { name: string }) => name === 'Spring course');
  expect(template).toMatchObject({ detectedVariables: ['name'], recipientNameVariable: 'name' });
  const issued = await laurel.issue({ ...tenant, templateId: template.id }, { name: 'name' });
  const image = new Uint8Array(await (await fetch(issued.imageUrl)).arrayBuffer());
  const { width, height } = await sharp(seen).metadata();
  const scaled = await sharp(image).resize(width, height, { fit: 'fill' }).png().toBuffer();
  expect(await difference(seen, scaled)).toBeLessThan(3);
  const { credentialSubject } = JSON.parse(await (await fetch(issued.credentialUrl)).text());
  expect(credentialSubject.achievement.criteria).toEqual({ narrative: 'Attended every lesson.' });
  const pdf = new Uint8Array(await (await fetch(issued.pdfUrl)).arrayBuffer());
  const document = new mupdf.PDFDocument(pdf);
  expect(document.getTrailer().get('Root').get('Lang').asString()).toBe('cy');
  const text = document.loadPage(0).toStructuredText('preserve-whitespace').asText();
  expect(text).toContain('Well done, name!');
  expect(page.faults).toEqual([]);
});

browserTest('everything is done by keyboard: select, move, duplicate, delete, undo and redo', async () => {
  const page = await openGallery();
  await newDesign(page, 'By keyboard');
  await page.getByRole('button', { name: 'Add a rectangle' }).focus();
  await page.keyboard.press('Enter');
  const rectangle = element(page, /rectangle/i);
  await rectangle.first().focus();
  await page.keyboard.press('Enter');
  const left = page.getByLabel('From the left');
  const before = Number(await left.inputValue());
  await rectangle.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  expect(Number(await left.inputValue())).toBe(before + 11);
  const count = async () => rectangle.count();
  const one = await count();
  await page.keyboard.press('Control+d');
  await expect.poll(count).toBe(one + 1);
  await page.keyboard.press('Delete');
  await expect.poll(count).toBe(one);
  await page.keyboard.press('Control+z');
  await expect.poll(count).toBe(one + 1);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(count).toBe(one);
  expect(page.faults).toEqual([]);
});

browserTest(
  'an element is dragged to where the pointer goes, in one step, and the draft is there after a reload',
  async () => {
    const page = await openGallery();
    await newDesign(page, 'By pointer');
    await page.getByRole('button', { name: 'Add an ellipse' }).click();
    const ellipse = element(page, /ellipse/i).first();
    const left = page.getByLabel('From the left');
    const before = Number(await left.inputValue());
    const box = await ellipse.boundingBox();
    if (!box) throw new Error('the ellipse is not on the page');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.keyboard.down('Alt');
    await page.mouse.move(x + 40, y + 10, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    const moved = Number(await left.inputValue());
    expect(moved).toBeGreaterThan(before + 10);
    await saved(page);
    await page.reload();
    await ellipse.focus();
    await page.keyboard.press('Enter');
    expect(Number(await left.inputValue())).toBeCloseTo(moved, 1);
  },
);

browserTest('what is dragged, turned or resized is shown as it is rendered, pixel by pixel', async () => {
  const page = await openGallery();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles('samples/classic-diploma.json');
  const canvas = page.getByRole('group', { name: 'Page' }).locator('canvas');
  await canvas.and(page.locator('[data-current]')).waitFor();
  const pixels = async () =>
    Buffer.from((await canvas.evaluate((node) => (node as Picture).toDataURL())).split(',')[1] ?? '', 'base64');
  const drag = async (name: RegExp, by: { x: number; y: number }) => {
    const box = await element(page, name).first().boundingBox();
    if (!box) throw new Error(`${name} is not on the page`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.keyboard.down('Alt');
    await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  };
  const id = /templates\/([\w-]+)/.exec(page.url())?.[1] ?? '';
  const rendered = async () => {
    const { design } = await admin.designs.get.query({ id });
    const { image } = await admin.designs.preview.mutate({ design, values: {} });
    return Buffer.from((image ?? '').split(',')[1] ?? '', 'base64');
  };
  for (const name of [/^QR code/, /^Text/]) {
    await drag(name, { x: -41, y: -33 });
    const moving = await pixels();
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await saved(page);
    expect(await differingShare(moving, await rendered()), String(name)).toBeLessThan(0.002);
    await canvas.and(page.locator('[data-current]')).waitFor();
    expect(await differingShare(await pixels(), await rendered()), String(name)).toBeLessThan(0.0002);
  }
  expect(page.faults).toEqual([]);
});

browserTest('a design document is imported and exported as it was', async () => {
  const page = await openGallery();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles('samples/arabic-appreciation.json');
  await page.getByRole('button', { name: 'Add a text' }).waitFor();
  const sample = JSON.parse(await readFile('samples/arabic-appreciation.json', 'utf8'));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /export/i }).click(),
  ]);
  const exported = JSON.parse((await contentOf(download)).toString());
  expect(exported).toEqual(sample);
});
