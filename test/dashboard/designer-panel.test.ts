import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { photograph } from '../support/portraits.ts';

/** Part of a browser's canvas that the tests read. */
interface Canvas {
  width: number;
  height: number;
  toDataURL(): string;
  getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): { data: Uint8Array } };
}

let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@designer-panel.example', 'admin'));
});

const text = (content: string, y: number, more: object = {}) => ({
  ...{ type: 'text', x: 72, y, width: 300, height: 40, text: content, font: 'Inter', size: 20 },
  ...{ editor: { name: content }, ...more },
});

async function createDesign(elements: object[], variables?: object): Promise<string> {
  const design = {
    ...{ name: 'Panel', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
    elements: [text('{{name}}', 60), ...elements],
    ...(variables && { variables }),
  };
  return (await admin.designs.create.mutate({ design })).id;
}

async function show(page: Page, id: string): Promise<void> {
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.locator('canvas[data-current]').waitFor();
}

async function openDesign(...elements: object[]): Promise<{ page: Page & { faults: string[] }; id: string }> {
  const id = await createDesign(elements);
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@designer-panel.example');
  await show(page, id);
  return { page, id };
}

const onPage = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Page' }).getByRole('button', { name, exact: true });
const choose = async (page: Page, name: string) => {
  await onPage(page, name).focus();
  await page.keyboard.press('Space');
};

async function stored(page: Page, id: string) {
  await page.getByText('Saved', { exact: true }).waitFor();
  const { design } = await admin.designs.get.query({ id });
  return design as { elements: Record<string, unknown>[]; variables?: Record<string, unknown> };
}

browserTest('lengths are in millimetres on A4, and in the unit that was chosen after a reload', async () => {
  const { page, id } = await openDesign();
  await choose(page, '{{name}}');
  const x = page.getByLabel('X', { exact: true });
  await expect.poll(() => x.inputValue()).toBe('25.4');
  await x.fill('50.8');
  await page.keyboard.press('Tab');
  expect((await stored(page, id)).elements[0]).toMatchObject({ x: 144 });
  await page.getByText('in', { exact: true }).click();
  await expect.poll(() => x.inputValue()).toBe('2');
  await expectAccessible(page);
  await page.reload();
  await page.locator('canvas[data-current]').waitFor();
  await choose(page, '{{name}}');
  await expect.poll(() => x.inputValue()).toBe('2');
  await page.getByText('pt', { exact: true }).click();
  await expect.poll(() => x.inputValue()).toBe('144');
  expect((await stored(page, id)).elements[0]).toMatchObject({ x: 144, width: 300 });
  expect(page.faults).toEqual([]);
});

browserTest('a text shrinks to fit and stays on one line by switches, and the issue date has a format', async () => {
  const { page, id } = await openDesign(text('On {{issuedOn}} by {{organisation}}', 160));
  await choose(page, 'On {{issuedOn}} by {{organisation}}');
  await page.getByRole('switch', { name: 'Shrink to fit' }).check();
  await page.getByLabel('Shrink to fit, down to').fill('9');
  await page.getByRole('switch', { name: 'Keep on one line' }).check();
  // The name that was meant is suggested where it was typed.
  await page.getByRole('button', { name: 'Use Organisation' }).click();
  await expectAccessible(page);
  expect((await stored(page, id)).elements[1]).toMatchObject({
    text: 'On {{issuedOn}} by {{organizationName}}',
    minSize: 9,
    oneLine: true,
  });
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: /^Issue date/ }).click();
  await page
    .getByRole('region', { name: /^Issue date/ })
    .getByLabel('Format')
    .selectOption('full');
  await expectAccessible(page);
  expect((await stored(page, id)).variables).toEqual({ issuedOn: { type: 'date', format: 'full' } });
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.getByText('No problems found with the sample values.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('the issue date replaces a variable of one’s own with its format and its conditions', async () => {
  const { page } = await openDesign();
  const showIf = { variable: 'issue date', isNotEmpty: true };
  const elements = [text('{{ issue date }}', 160), text('Dated', 260, { showIf })];
  const id = await createDesign(elements, { 'issue date': { type: 'date', format: 'full' } });
  await show(page, id);
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Use Issue date' }).click();
  await expect
    .poll(() => stored(page, id))
    .toMatchObject({
      variables: { issuedOn: { type: 'date', format: 'full' } },
      elements: [{}, { text: '{{issuedOn}}' }, { showIf: { variable: 'issuedOn', isNotEmpty: true } }],
    });
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.getByText('No problems found with the sample values.').waitFor();
});

browserTest('a pasted element brings the definitions of variables that the other template lacks', async () => {
  const { page } = await openDesign();
  const day = { type: 'date', format: 'full' };
  const source = await createDesign([text('{{day}}, {{grade}}', 160)], { day, grade: { label: 'Copied' } });
  const id = await createDesign([text('{{grade}}', 160)], { grade: { label: 'Own' } });
  await show(page, source);
  await choose(page, '{{day}}, {{grade}}');
  await page.keyboard.press('Control+c');
  await show(page, id);
  await page.getByRole('group', { name: 'Page' }).focus();
  await page.keyboard.press('Control+v');
  await expect.poll(async () => (await stored(page, id)).elements.length).toBe(3);
  expect((await stored(page, id)).variables).toEqual({ day, grade: { label: 'Own' } });
});

browserTest('texts of one style change together, and a text takes the look of the style that it gets', async () => {
  const { page, id } = await openDesign(text('Heading', 160), text('Motto', 260, { size: 11, weight: 700 }));
  const give = async (name: string, style: string) => {
    await choose(page, name);
    await page.getByRole('combobox', { name: 'Text style' }).fill(style);
    await page.keyboard.press('Enter');
  };
  await give('Heading', 'Title');
  await give('Motto', 'Title');
  const looks = async () =>
    (await stored(page, id)).elements.map(({ size, weight, color, text: content }) => [content, size, weight, color]);
  expect(await looks()).toEqual([
    ['{{name}}', 20, undefined, undefined],
    ['Heading', 20, undefined, undefined],
    ['Motto', 20, undefined, undefined],
  ]);
  await page.getByLabel('Size', { exact: true }).fill('26');
  await page.getByLabel('Colour', { exact: true }).fill('#aa0000');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('New motto');
  expect(await looks()).toEqual([
    ['{{name}}', 20, undefined, undefined],
    ['Heading', 26, undefined, '#aa0000'],
    ['New motto', 26, undefined, '#aa0000'],
  ]);
  await page.getByRole('checkbox', { name: 'Upper case' }).check();
  const areUppercase = async () => (await stored(page, id)).elements.map(({ uppercase }) => uppercase);
  await expect.poll(areUppercase).toEqual([undefined, true, true]);
  await expectAccessible(page);
  expect(page.faults).toEqual([]);
});

browserTest('the bleed stays when the page gets another size', async () => {
  const { page, id } = await openDesign();
  await page.getByLabel('Bleed for print').fill('3');
  await page.getByLabel('Page size').selectOption('a4-portrait');
  const sized = { width: 595, height: 842, bleed: 8.5 };
  await expect.poll(() => stored(page, id)).toMatchObject({ page: sized });
});

browserTest('a fixed language becomes the default when a variable sets it', async () => {
  const { page, id } = await openDesign();
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await page.getByLabel('Language', { exact: true }).selectOption('Set by a variable');
  const language = { variable: 'language', default: 'de' };
  await expect.poll(() => stored(page, id)).toMatchObject({ language });
});

browserTest('hidden elements are not selected with all others, so that Delete keeps them', async () => {
  const { page, id } = await openDesign(text('Hidden', 160), text('Shown', 260));
  await choose(page, 'Hidden');
  await page.keyboard.press('Control+Shift+H');
  await page.getByRole('group', { name: 'Page' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect
    .poll(async () => (await stored(page, id)).elements.map(({ text: content }) => content))
    .toEqual(['Hidden']);
});

browserTest('lists of options and of values show what undo restores', async () => {
  const { page } = await openDesign(text('{{level}}', 160));
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: /^level/ }).click();
  const region = page.getByRole('region', { name: /^level/ });
  await region.getByLabel('Type').selectOption('choice');
  const options = region.getByLabel('Options');
  await options.fill('Gold\nSilver');
  await options.press('End');
  await options.press('Enter');
  await expect.poll(() => options.inputValue()).toBe('Gold\nSilver\n');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => options.inputValue()).toBe('');
  await choose(page, '{{level}}');
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByLabel('Show this element').selectOption('if');
  await page.getByLabel('Condition', { exact: true }).selectOption('oneOf');
  await choose(page, '{{level}}');
  const values = page.getByLabel('Values', { exact: true });
  await values.fill('Gold\nSilver');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => values.inputValue()).toBe('');
});

browserTest('undo takes back one field of a condition at a time', async () => {
  const { page } = await openDesign(text('{{level}}', 160));
  await choose(page, '{{level}}');
  const select = async (label: string, option: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.getByLabel(label, { exact: true }).selectOption(option);
  };
  await select('Show this element', 'if');
  await select('Condition', 'oneOf');
  const values = page.getByLabel('Values', { exact: true });
  await values.fill('Gold\nSilver');
  await select('Show this element', 'always');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => values.inputValue()).toBe('Gold\nSilver');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => values.inputValue()).toBe('');
});

browserTest('a picture that arrives late changes nothing else about the variables', async () => {
  const { page, id } = await openDesign(text('{{portrait}}', 160));
  const held = Promise.withResolvers<void>();
  await page.route(/trpc\/assets\.add/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const open = async (name: string) => {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    return page.getByRole('region', { name: new RegExp(`^${name}`) });
  };
  await page.getByRole('tab', { name: 'Variables' }).click();
  const portrait = await open('portrait');
  await portrait.getByLabel('Type').selectOption('picture');
  const file = { name: 'portrait.png', mimeType: 'image/png', buffer: await photograph('#123') };
  await portrait.getByLabel('Default', { exact: true }).setInputFiles(file);
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByRole('tab', { name: 'Variables' }).click();
  await (await open('name')).getByLabel('Label').fill('Full name');
  held.resolve();
  const definitions = async () => (await stored(page, id)).variables;
  const picture = { type: 'picture', default: expect.stringMatching(/^asset:/) };
  await expect.poll(definitions).toEqual({ name: { label: 'Full name' }, portrait: picture });
});

browserTest('texts that overlap or leave the page are listed as worth a look', async () => {
  const { page } = await openDesign(
    text('Overlapping', 62),
    text('Leaving the page', 300, { x: 760 }),
    text('Alone', 500),
  );
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.getByRole('button', { name: 'Overlapping. It overlaps {{name}}.' }).waitFor();
  await page.getByRole('button', { name: 'Leaving the page. Part of it is outside the page.' }).waitFor();
  expect(await page.getByRole('button', { name: /^Alone\./ }).count()).toBe(0);
  await expectAccessible(page);
  expect(page.faults).toEqual([]);
});

browserTest('pictures that are dropped on the page are added there, and other files are refused', async () => {
  const { page, id } = await openDesign();
  const canvas = page.getByRole('group', { name: 'Page' }).locator('canvas');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the page is not visible');
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  const drop = async (name: string, type: string, content: string) => {
    const dataTransfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(content)}], '${name}', { type: '${type}' }));
      return transfer;
    })()`);
    await page.getByRole('group', { name: 'Page' }).dispatchEvent('drop', { dataTransfer, ...at });
  };
  await drop('notes.txt', 'text/plain', 'no picture');
  await page.getByText('“notes.txt” isn’t a picture.').waitFor();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path d="M0 0h60v40z"/></svg>';
  await drop('seal.svg', 'image/svg+xml', svg);
  await expect.poll(async () => (await stored(page, id)).elements.length).toBe(2);
  const [, picture] = (await stored(page, id)).elements;
  expect(picture).toMatchObject({ type: 'image', width: 60, height: 40 });
  expect(Number(picture?.x) + 30).toBeCloseTo(421, -1);
  expect(Number(picture?.y) + 20).toBeCloseTo(297, -1);
  expect(page.faults).toEqual([]);
});

const pixels = (page: Page) =>
  page.locator('canvas[data-current]').evaluate((node) => (node as unknown as Canvas).toDataURL());

browserTest('dates on the page follow a test value of the language', async () => {
  const { page } = await openDesign();
  const day = { type: 'date', format: 'full', sample: '2026-11-20' };
  const design = {
    ...{ name: 'Languages', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
    ...{ language: { variable: 'language', default: 'en' }, variables: { day } },
    elements: [text('{{name}}', 60), text('{{day}}', 160)],
  };
  await show(page, (await admin.designs.create.mutate({ design })).id);
  const before = await pixels(page);
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: /^language/ }).click();
  await page
    .getByRole('region', { name: /^language/ })
    .getByLabel('Test value')
    .fill('de');
  await expect.poll(() => pixels(page)).not.toBe(before);
});

browserTest('the background fills a page that was made higher', async () => {
  const { page, id } = await openDesign();
  const { design, revision } = await admin.designs.get.query({ id });
  await admin.designs.saveDraft.mutate({ id, revision, design: { ...design, background: { color: '#00ff00' } } });
  await show(page, id);
  await page.getByLabel('Height', { exact: true }).last().fill('300');
  await expect.poll(() => stored(page, id)).toMatchObject({ page: { height: expect.closeTo(850.39) } });
  await page.locator('canvas[data-current]').waitFor();
  const bottom = (node: unknown) => {
    const canvas = node as Canvas;
    return [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height - 4, 1, 1).data];
  };
  await expect.poll(() => page.locator('canvas[data-current]').evaluate(bottom)).toEqual([0, 255, 0, 255]);
});

browserTest('test values and guides stay with their template', async () => {
  const { page, id } = await openDesign(text('{{level}}', 160));
  const level = page.getByRole('region', { name: /^level/ }).getByLabel('Test value');
  const openLevel = async () => {
    await page.getByRole('tab', { name: 'Variables' }).click();
    await page.getByRole('button', { name: /^level/ }).click();
  };
  await openLevel();
  await level.fill('Gold');
  await page.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('menuitem', { name: 'Add vertical guide' }).click();
  const guide = page.getByRole('slider', { name: 'Vertical guide' });
  await guide.waitFor();
  await show(page, await createDesign([text('{{level}}', 160)]));
  await openLevel();
  expect([await level.inputValue(), await guide.count()]).toEqual(['', 0]);
  await show(page, id);
  await openLevel();
  expect([await level.inputValue(), await guide.count()]).toEqual(['Gold', 1]);
});

browserTest('a choice of who gets reminders keeps the other choice and the days', async () => {
  const { page, id } = await openDesign();
  await page.getByRole('combobox', { name: 'Reminders before they expire' }).click();
  await page.getByRole('option', { name: '30 days' }).click();
  await page.getByLabel('E-mail the recipient').uncheck();
  await page.getByLabel('Add to the digest of members who want it').uncheck();
  const reminders = { daysBefore: [30], recipient: false, issuer: false };
  await expect.poll(() => stored(page, id)).toMatchObject({ reminders });
});

browserTest('a badge image that is read slowly changes nothing else about the credential', async () => {
  const { page, id } = await openDesign();
  await page.evaluate(`{
    const held = new Promise((resolve) => Object.assign(globalThis, { release: resolve }));
    const { decode } = HTMLImageElement.prototype;
    HTMLImageElement.prototype.decode = function () { return held.then(() => decode.call(this)); };
  }`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add badge image' }).click();
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: await photograph('#123') });
  await page.getByLabel('Criteria', { exact: true }).fill('Passed the exam');
  await page.evaluate('release()');
  const achievement = { criteria: 'Passed the exam', image: expect.stringMatching(/^data:image/) };
  await expect.poll(() => stored(page, id)).toMatchObject({ achievement });
});

browserTest('the options of a custom format show what undo restores', async () => {
  const { page } = await openDesign(text('{{day}}', 160));
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: /^day/ }).click();
  const day = page.getByRole('region', { name: /^day/ });
  await day.getByLabel('Type').selectOption('date');
  await day.getByLabel('Format', { exact: true }).selectOption('Custom');
  const options = day.getByLabel('Format options');
  const before = await options.inputValue();
  await day.getByLabel('Label').fill('Day');
  await options.fill('{ "year": "numeric" }');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => options.inputValue()).toBe(before);
});
