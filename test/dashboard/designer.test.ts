import { readFile } from 'node:fs/promises';
import * as mupdf from 'mupdf';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import { browserTest, contentOf, expectAccessible, openPage, signIn, untilQuiet } from '../support/browser.ts';
import { sourceSans, uploadFont } from '../support/fonts.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { difference, differingShare } from '../support/pictures.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ design: 'classic-diploma' });
  admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@designer.example', 'admin'));
});

async function openGallery(): Promise<Page & { faults: string[] }> {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  // The fields of documents: points.
  await page.addInitScript(`localStorage['laurel-view'] ??= '{"rulers":true,"grid":false,"snap":true,"unit":"pt"}'`);
  await signIn(page, 'admin@designer.example');
  await page.goto(`/o/${tenant.organisationId}/templates`);
  return page;
}

async function newDesign(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByRole('button', { name: 'A4 landscape' }).click();
  await page.getByRole('button', { name: 'Add text' }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
}

const element = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Page' }).getByRole('button', { name });
/** Returns the pointer's shape at a place of the window. */
const cursorAt = (page: Page, x: number, y: number): Promise<string> =>
  page.evaluate(`getComputedStyle(document.elementFromPoint(${x}, ${y})).cursor`);
const idOf = (page: Page): string => /templates\/([\w-]+)/.exec(page.url())?.[1] ?? '';

interface Picture {
  toDataURL(): string;
}
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();

browserTest('a template is designed, published and used, and the designer shows what is rendered', async () => {
  const page = await openGallery();
  await newDesign(page, 'Spring course');
  await page.getByLabel('Language', { exact: true }).selectOption('Welsh');
  await page.getByLabel('Criteria', { exact: true }).fill('Attended every lesson.');
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Well done, {{name}}!');
  await page.getByRole('button', { name: 'Add QR code' }).click();
  // The default content, its own verification link, would change each certificate's code.
  await page.getByRole('textbox', { name: 'Value' }).fill('https://academy.example/spring');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await saved(page);
  const canvas = page.getByRole('group', { name: 'Page' });
  await canvas.locator('canvas[data-current]').waitFor();
  const seen = await canvas.locator('canvas').screenshot();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
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
  // After publishing, a link leads to issuing.
  await page.getByRole('alert').getByRole('button', { name: 'Issue a certificate' }).click();
  await page.waitForURL(`**/issue?templateId=${template.id}`);
  expect(page.faults).toEqual([]);
});

browserTest('select, move, duplicate, delete, undo and redo work by keyboard', async () => {
  const page = await openGallery();
  await newDesign(page, 'By keyboard');
  await page.getByRole('button', { name: 'Add rectangle' }).focus();
  await page.keyboard.press('Enter');
  const rectangle = element(page, /rectangle/i);
  await rectangle.first().focus();
  await page.keyboard.press('Enter');
  const left = page.getByLabel('X', { exact: true });
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

browserTest('keys after a duplication or a paste apply to the copy', async () => {
  const page = await openGallery();
  await newDesign(page, 'Copies');
  await page.getByRole('button', { name: 'Add rectangle' }).click();
  const rectangle = element(page, 'Rectangle');
  const left = page.getByLabel('X', { exact: true });
  await rectangle.focus();
  await page.keyboard.press('Enter');
  const original = await left.inputValue();
  const onlyOriginal = async () => {
    await expect.poll(() => rectangle.count()).toBe(1);
    await rectangle.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => left.inputValue()).toBe(original);
  };
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Delete');
  await onlyOriginal();
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Control+d');
  expect(Number(await left.inputValue())).toBe(Number(original) + 24);
  await page.keyboard.press('Delete');
  await rectangle.nth(1).focus();
  await page.keyboard.press('Delete');
  await onlyOriginal();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect.poll(() => rectangle.count()).toBe(2);
  await page.keyboard.press('Delete');
  await onlyOriginal();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Duplicate/ }).press('Enter');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.keyboard.press('Delete');
  await onlyOriginal();
  expect(page.faults).toEqual([]);
});

browserTest('selected text is copied as text, not the selected element', async () => {
  const page = await openGallery();
  await newDesign(page, 'Copied heading');
  await page.getByRole('button', { name: 'Add rectangle' }).click();
  await element(page, 'Rectangle').focus();
  await page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))");
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Escape');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('');
  await page.keyboard.press('Control+v');
  await expect.poll(() => name.inputValue()).toBe('Copied heading');
});

browserTest('a variable is inserted at the caret, and replaces no text', async () => {
  const page = await openGallery();
  await newDesign(page, 'Carets');
  const onPage = page.getByRole('textbox', { name: 'Text on the page' });
  const inPanel = page.getByRole('textbox', { name: 'Text', exact: true });
  const insert = (name: string) => page.getByRole('button', { name: `Insert ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Add text' }).click();
  await onPage.waitFor();
  // Typed in the panel while all of the text on the page was selected.
  await inPanel.fill('Awarded to ');
  await insert('name');
  await expect.poll(() => inPanel.inputValue()).toBe('Awarded to {{name}}');
  await page.keyboard.type(' on ');
  await insert('Issue date');
  await expect.poll(() => inPanel.inputValue()).toBe('Awarded to {{name}} on {{issuedOn}}');
  // A selected word stays, too.
  await onPage.focus();
  await page.keyboard.press('Control+a');
  await insert('Organisation');
  await expect.poll(() => inPanel.inputValue()).toBe('Awarded to {{name}} on {{issuedOn}}{{organizationName}}');
  await page.keyboard.press('Control+Home');
  await insert('Certificate number');
  const all = '{{certificateNumber}}Awarded to {{name}} on {{issuedOn}}{{organizationName}}';
  await expect.poll(() => inPanel.inputValue()).toBe(all);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  // The field in the panel has a caret of its own.
  await inPanel.fill('By , with joy');
  await inPanel.press('Control+Home');
  for (const _ of 'By ') await inPanel.press('ArrowRight');
  await insert('name');
  await expect.poll(() => inPanel.inputValue()).toBe('By {{name}}, with joy');
  await inPanel.press('Control+a');
  await page.getByRole('textbox', { name: 'New variable' }).last().fill('mentor');
  await page.keyboard.press('Enter');
  await expect.poll(() => inPanel.inputValue()).toBe('By {{name}}, with joy{{mentor}}');
  expect(page.faults).toEqual([]);
});

browserTest('an element follows the pointer in one step, and the draft persists after a reload', async () => {
  const page = await openGallery();
  await newDesign(page, 'By pointer');
  await page.getByRole('button', { name: 'Add ellipse' }).click();
  const ellipse = element(page, /ellipse/i).first();
  const left = page.getByLabel('X', { exact: true });
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
});

browserTest('dragged, rotated and resized elements look as they are rendered, pixel by pixel', async () => {
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
  const id = idOf(page);
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

browserTest('a text is edited in place: parts are styled, and variables are inserted', async () => {
  const page = await openGallery();
  await newDesign(page, 'In place');
  await page.getByRole('button', { name: 'Add text' }).click();
  const field = page.getByRole('textbox', { name: 'Text on the page' });
  await field.waitFor();
  await page.keyboard.type('Awarded to you');
  // A fast user presses the next key before the browser reports the selection, so both happen in one task.
  await page.evaluate(`(() => {
    for (const _ of 'you') document.getSelection().modify('extend', 'backward', 'character');
    const key = new KeyboardEvent('keydown', { key: 'b', ctrlKey: true, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(key);
  })()`);
  await page.getByRole('button', { name: 'Underline' }).click();
  await page.getByLabel('Text size').fill('26');
  await field.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('on ');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Insert Issue date' }).click();
  await page.keyboard.press('Escape');
  // A variable dropped on a text is appended to it; on the page it becomes a separate text.
  await element(page, /^Text: Awarded/).waitFor();
  await page.getByRole('button', { name: 'Insert name' }).dragTo(element(page, /^Text: Awarded/), { force: true });
  await page
    .getByRole('button', { name: 'Insert Organisation' })
    .dragTo(page.getByRole('group', { name: 'Page' }).locator('canvas'), {
      targetPosition: { x: 60, y: 60 },
      force: true,
    });
  await saved(page);
  const { design } = await admin.designs.get.query({ id: idOf(page) });
  const { elements } = design as { elements: { text?: unknown; x: number }[] };
  expect(elements.slice(-2)).toMatchObject([
    {
      text: ['Awarded to ', { text: 'you\non {{issuedOn}} {{name}}', weight: 700, underline: true, size: 26 }],
    },
    { text: '{{organizationName}}' },
  ]);
  expect(page.faults).toEqual([]);
});

browserTest(
  'layers can be grouped, named, locked, hidden and reordered, and several resized and edited together',
  async () => {
    const page = await openGallery();
    await newDesign(page, 'Layers');
    for (const name of ['Add rectangle', 'Add ellipse']) await page.getByRole('button', { name }).click();
    await page.getByRole('tab', { name: 'Layers' }).click();
    const list = page.getByRole('tabpanel', { name: 'Layers' });
    const layer = (name: string) => list.getByRole('button', { name, exact: true });
    await layer('Ellipse').click();
    await page.keyboard.press('F2');
    await page.keyboard.type('Seal');
    await page.keyboard.press('Enter');
    await layer('Seal').click();
    await layer('Rectangle').click({ modifiers: ['Shift'] });
    await page.keyboard.press('Control+g');
    await layer('Group 1').dblclick();
    await page.keyboard.type('Badge');
    await page.keyboard.press('Enter');
    await layer('Badge').click();
    await page.getByRole('heading', { name: '2 elements' }).waitFor();
    await page.getByLabel('Opacity').fill('50');
    await page.keyboard.press('Tab');
    await expectAccessible(page);
    const stored = async () => {
      await saved(page);
      const { design } = await admin.designs.get.query({ id: idOf(page) });
      return (
        design as { elements: { shape?: string; type: string; width: number; opacity?: number; editor?: object }[] }
      ).elements;
    };
    const before = await stored();
    expect(before.slice(2)).toMatchObject([
      { shape: 'rectangle', opacity: 0.5, editor: { group: 'Badge' } },
      { shape: 'ellipse', opacity: 0.5, editor: { group: 'Badge', name: 'Seal' } },
    ]);
    // The frame around both has its own handles. The page must stand still before the pointer aims at one.
    await page.getByRole('group', { name: 'Page' }).locator('canvas[data-current]').waitFor();
    const rectangle = await element(page, 'Rectangle').boundingBox();
    if (!rectangle) throw new Error('the rectangle is not on the page');
    const [right, bottom] = [rectangle.x + rectangle.width, rectangle.y + rectangle.height];
    await page.mouse.move(right, bottom);
    await expect.poll(() => cursorAt(page, right, bottom)).toBe('nwse-resize');
    await page.mouse.down();
    await page.keyboard.down('Alt');
    await page.mouse.move(rectangle.x + 1.5 * rectangle.width, rectangle.y + 1.5 * rectangle.height, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    const growth = async (at: number) => ((await stored())[at]?.width ?? 0) / (before[at]?.width ?? 1);
    for (const at of [2, 3]) await expect.poll(() => growth(at)).toBeCloseTo(1.5, 1);
    await page.getByRole('button', { name: 'Lock Badge' }).click();
    await element(page, 'Seal').focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => element(page, 'Seal').count()).toBe(1);
    await page.getByRole('button', { name: 'Lock Badge' }).click();
    await page.getByRole('button', { name: 'Hide Seal while editing' }).click();
    await expect.poll(() => element(page, 'Seal').count()).toBe(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await layer('Rectangle').dragTo(layer('verificationUrl'), { targetPosition: { x: 20, y: 24 } });
    await element(page, 'Seal').click({ button: 'right', force: true });
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Ungroup' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect((await stored()).map(({ type, shape, editor }) => ({ type: shape ?? type, editor }))).toEqual([
      { type: 'text', editor: undefined },
      { type: 'rectangle', editor: undefined },
      { type: 'qr', editor: undefined },
      { type: 'ellipse', editor: { name: 'Seal' } },
    ]);
    expect(page.faults).toEqual([]);
  },
);

browserTest('several elements show differing values as mixed, and only the edited value changes', async () => {
  const box = (y: number) => ({ x: 60, y, width: 400, height: 80 });
  const row = (text: string) => ({ type: 'div', children: [text] });
  const { id } = await admin.designs.create.mutate({
    design: {
      name: 'Mixed',
      page: { width: 842, height: 595 },
      recipientNameVariable: 'name',
      elements: [
        { type: 'text', ...box(40), text: '{{name}}', font: 'Inter', size: 30, color: '#112233' },
        { type: 'text', ...box(140), text: 'Diploma', font: 'Lora', size: 18, weight: 700, italic: true },
        { type: 'markup', ...box(260), root: row('first') },
        { type: 'markup', ...box(380), root: row('second') },
      ],
    },
  });
  const page = await openGallery();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.getByRole('tab', { name: 'Layers' }).click();
  const layer = (name: string) =>
    page.getByRole('tabpanel', { name: 'Layers' }).getByRole('button', { name, exact: true });
  await layer('name').click();
  await layer('Diploma').click({ modifiers: ['Shift'] });
  await page.getByRole('heading', { name: '2 elements' }).waitFor();
  for (const label of ['Font', 'Size', 'Shrink to fit, down to', 'Colour']) {
    const field = page.getByLabel(label, { exact: true }).first();
    expect([await field.inputValue(), await field.getAttribute('placeholder')]).toEqual(['', 'Mixed']);
  }
  const italic = page.getByRole('checkbox', { name: 'Italic' });
  await expect.poll(() => page.getByLabel('Weight').locator('option:checked').textContent()).toBe('Mixed');
  expect(await italic.evaluate((box: { indeterminate?: boolean }) => box.indeterminate)).toBe(true);
  // The same for both.
  await expect.poll(() => page.getByLabel('Line height').inputValue()).not.toBe('');
  await expectAccessible(page);
  await page.getByLabel('Colour', { exact: true }).fill('#aa0000');
  await page.getByLabel('Size', { exact: true }).fill('24');
  await italic.check();
  const stored = async () => {
    await saved(page);
    const { design } = await admin.designs.get.query({ id });
    return (design as { elements: Record<string, unknown>[] }).elements;
  };
  const [name, diploma] = await stored();
  expect(name).toMatchObject({ font: 'Inter', size: 24, color: '#aa0000', italic: true });
  expect(diploma).toMatchObject({ font: 'Lora', size: 24, color: '#aa0000', italic: true, weight: 700 });
  expect(name).not.toHaveProperty('weight');
  // The menu fits on the screen wherever it is opened.
  await element(page, /Diploma/).click({ button: 'right', force: true });
  const last = await page.getByRole('menuitem', { name: /^Delete/ }).boundingBox();
  expect((last?.y ?? 720) + (last?.height ?? 0)).toBeLessThanOrEqual(720);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  // Different texts are not shown as one.
  await layer('first').click();
  await layer('second').click({ modifiers: ['Shift'] });
  await page.getByText('Select one of them to edit its content.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('the page zooms at the pointer and pans, and guides are placed by pointer and by keyboard', async () => {
  const page = await openGallery();
  await newDesign(page, 'View');
  const canvas = page.getByRole('group', { name: 'Page' });
  const view = page.getByRole('button', { name: /^View/ });
  const code = element(page, /^QR code/);
  const at = async () => {
    const box = await code.boundingBox();
    if (!box) throw new Error('the code is not on the page');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
  };
  const before = await at();
  const pointer = { x: Math.round(before.x), y: Math.round(before.y) };
  /** Returns the distance between the pointer and the point of the page that was under it. */
  const drift = async () => {
    const now = await at();
    const by = now.width / before.width;
    return Math.hypot(now.x - pointer.x - (before.x - pointer.x) * by, now.y - pointer.y - (before.y - pointer.y) * by);
  };
  const hadChanges = await page.getByRole('button', { name: 'Undo' }).isEnabled();
  await page.mouse.move(pointer.x, pointer.y);
  await page.keyboard.down('Control');
  for (let turn = 1; turn <= 12; turn++) {
    await page.mouse.wheel(0, -50);
    await expect.poll(async () => (await at()).width / before.width).toBeCloseTo(Math.exp(turn * 50 * 0.0022), 1);
    expect(await drift()).toBeLessThan(1);
  }
  await page.keyboard.up('Control');
  const zoomed = await at();
  // In a field, the space bar types a space.
  await canvas.focus();
  await page.keyboard.down('Space');
  await page.mouse.down();
  await page.mouse.move(before.x + 60, before.y + 40, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Space');
  const panned = await at();
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(hadChanges);
  expect(Math.hypot(panned.x - zoomed.x - 60, panned.y - zoomed.y - 40)).toBeLessThan(1.5);
  await view.click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Fit to window' }).click();
  await view.click();
  await page.getByRole('menuitem', { name: 'Show grid' }).click();
  await page.getByRole('menuitem', { name: 'Add vertical guide' }).click();
  const guide = page.getByRole('slider', { name: 'Vertical guide' });
  const middle = Number(await guide.getAttribute('aria-valuenow'));
  await guide.press('Shift+ArrowRight');
  await expect.poll(() => guide.getAttribute('aria-valuenow')).toBe(String(middle + 10));
  await expectAccessible(page);
  await page.reload();
  await guide.waitFor();
  await guide.press('Delete');
  await guide.waitFor({ state: 'detached' });
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the page is not visible');
  await page.mouse.move(box.x + box.width / 2, box.y - 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  await page.getByRole('slider', { name: 'Horizontal guide' }).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest(
  'a list is edited as a tree, an earlier version is restored, and undoing everything leaves no changes',
  async () => {
    const { id } = await admin.designs.create.mutate({
      design: JSON.parse(await readFile('samples/classic-diploma.json', 'utf8')),
    });
    const page = await openGallery();
    await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add list' }).click();
    await page.getByText('Version 1 · Unpublished changes').waitFor();
    await page.getByRole('button', { name: 'ul', exact: true }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).last().click();
    await page.getByRole('menuitem', { name: 'List item' }).click();
    await page.getByRole('button', { name: 'New item' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Third item');
    await expectAccessible(page);
    await saved(page);
    expect(JSON.stringify((await admin.designs.get.query({ id })).design)).toContain('"Third item"');
    await page.getByRole('button', { name: 'Add table' }).click();
    await element(page, /^Table: Module Grade/).waitFor();
    await page.getByRole('tab', { name: 'Variables' }).click();
    await page.getByRole('button', { name: /^modules/ }).click();
    const modules = page.getByRole('region', { name: /^modules/ });
    await expect
      .poll(() => modules.getByLabel('Sample', { exact: true }).inputValue())
      .toContain('Harmony\tA\nMusic history\tB');
    await modules.getByLabel('Default', { exact: true }).fill('None\t-');
    await expectAccessible(page);
    await saved(page);
    const { design } = await admin.designs.get.query({ id });
    expect(design).toMatchObject({ variables: { modules: { label: 'Modules', default: 'None\t-' } } });
    await page.getByRole('tab', { name: 'Checks' }).click();
    await page.getByText('No problems found with the sample values.').waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    const undoOne = async () => {
      const isFirst = (await undo.getAttribute('aria-disabled')) === 'true';
      if (!isFirst) await undo.click();
      return isFirst;
    };
    await waitFor('the first state of the design', undoOne, Boolean, { everyMs: 0 });
    await page.getByText('Version 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add rectangle' }).click();
    await page.getByRole('button', { name: 'Version history' }).click();
    await page.getByRole('img', { name: 'Version 1' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('dialog', { name: 'Restore version 1?' }).getByRole('button', { name: 'Restore' }).click();
    // The history also shows the version until it closes.
    await page.getByRole('main').getByText('Version 1', { exact: true }).waitFor();
    expect(page.faults).toEqual([]);
  },
);

browserTest(
  'part of a table depends on a condition, a picture only on its presence; fields and own fonts are distinguished',
  async () => {
    const session = await sessionOf(laurel, tenant, 'fonts@designer.example', 'admin');
    await uploadFont(laurel, session, await sourceSans('woff'));
    const design = JSON.parse(await readFile('samples/classic-diploma.json', 'utf8'));
    const box = { x: 10, y: 10, width: 60, height: 60 };
    const shadow = { x: 2, y: 3, blur: 6, color: '#00000066' };
    const repeated = { type: 'p', each: { variable: 'modules', as: 'row' }, children: ['{{row.1}}'] };
    design.elements.push(
      { type: 'image', ...box, src: '{{portrait}}', alt: 'Portrait', shadow },
      { type: 'markup', ...box, x: 100, width: 200, root: { type: 'div', children: [repeated] } },
    );
    const { id } = await admin.designs.create.mutate({ design });
    const page = await openGallery();
    await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
    await element(page, /Table/).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'p (repeats)' }).click();
    await page.getByLabel('Show this part').selectOption('Only if a condition is met');
    const named = page.getByRole('combobox', { name: 'Variable', exact: true }).last();
    await named.fill('row.2');
    const condition = page.getByLabel('Condition', { exact: true });
    await condition.selectOption('is not');
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('failed');
    await page.getByRole('button', { name: 'p (repeats) (conditional)' }).waitFor();
    await expectAccessible(page);
    const stored = async () => JSON.stringify((await admin.designs.get.query({ id })).design);
    await expect.poll(stored).toContain('"if":{"variable":"row.2","isNot":"failed"}');
    // The variable of a picture has no value to compare.
    await named.fill('portrait');
    await expect.poll(() => condition.getByRole('option').allTextContents()).toEqual(['is given', 'is missing']);
    await page.getByLabel('Show this part').selectOption('Always');
    await expect.poll(stored).not.toContain('"if"');
    await element(page, /Portrait|portrait/).focus();
    await page.keyboard.press('Enter');
    for (const name of ['X', 'Y', 'Shadow X', 'Shadow Y', 'Shadow blur'])
      expect(await page.getByRole('textbox', { name, exact: true }).count(), name).toBe(1);
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByRole('combobox', { name: 'Font', exact: true }).click();
    const own = page.getByRole('group', { name: 'Your organisation’s fonts' });
    await expect.poll(() => own.getByRole('option').allTextContents()).toEqual(['Source Sans 3']);
    expect(page.faults).toEqual([]);
  },
);

browserTest('the gallery shows the templates in use after the last archived one is restored', async () => {
  const other = await laurel.tenant({ design: 'classic-diploma' });
  await nativeClient(laurel, await sessionOf(laurel, other, 'admin@gallery.example', 'admin')).designs.archive.mutate({
    id: other.templateId,
  });
  const page = await openPage(laurel);
  await signIn(page, 'admin@gallery.example');
  await page.goto(`/o/${other.organisationId}/templates`);
  await page.getByRole('radiogroup', { name: 'Which templates' }).getByText('Archived').click();
  await page.getByRole('button', { name: /^More about / }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await page.getByText('Template restored.').waitFor();
  await page.getByText('1 template', { exact: true }).waitFor();
});

browserTest('a template whose import ends on another page does not leave that page', async () => {
  const page = await openGallery();
  const held = Promise.withResolvers<void>();
  await page.route('**/trpc/designs.create*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const created = page.waitForResponse(/designs\.create/);
  const buffer = await readFile('samples/arabic-appreciation.json');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer });
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await page.getByRole('heading', { name: 'Certificates', level: 1 }).waitFor();
  held.resolve();
  expect((await created).status()).toBe(200);
  await untilQuiet(page);
  expect(new URL(page.url()).pathname).toBe(`/o/${tenant.organisationId}/certificates`);
});

browserTest('a copy that is ready on another page does not leave that page or claim to be open', async () => {
  const page = await openGallery();
  const held = Promise.withResolvers<void>();
  await page.route('**/trpc/designs.duplicate*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page
    .getByRole('button', { name: /^More about / })
    .first()
    .click();
  const asked = page.waitForRequest(/designs\.duplicate/);
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await asked;
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await page.getByRole('heading', { name: 'Certificates', level: 1 }).waitFor();
  held.resolve();
  const notice = page.getByText(/^Template duplicated\./);
  await notice.waitFor();
  expect(await notice.textContent()).toBe('Template duplicated.');
  expect(new URL(page.url()).pathname).toBe(`/o/${tenant.organisationId}/certificates`);
});

browserTest('a design document survives import and export unchanged', async () => {
  const page = await openGallery();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles('samples/arabic-appreciation.json');
  await page.getByRole('button', { name: 'Add text' }).waitFor();
  const sample = JSON.parse(await readFile('samples/arabic-appreciation.json', 'utf8'));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /export/i }).click(),
  ]);
  const exported = JSON.parse((await contentOf(download)).toString());
  expect(exported).toEqual(sample);
});
