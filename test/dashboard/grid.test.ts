import { mkdirSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { placeBlock, readBlock, writeBlock } from '../../dashboard/batches/grid/blocks.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import {
  browserTest,
  contentOf,
  expectAccessible,
  expectAccessibleInBothSchemes,
  openPage,
  signIn,
} from '../support/browser.ts';
import { cellOf, textOfCell, typeInCell } from '../support/grid.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';

const element = (content: string, y: number) => {
  return { type: 'text', x: 20, y, width: 400, height: 30, text: content, font: 'Inter', size: 14, minSize: 4 };
};
const DESIGN = {
  name: 'Sheet',
  recipientNameVariable: 'name',
  page: { width: 500, height: 300 },
  variables: { day: { type: 'date' }, grade: { type: 'choice', options: ['A', 'B'] }, note: { default: '–' } },
  elements: [element('{{name}}', 20), element('{{day}} {{grade}}', 60), element('{{note}}', 100)],
};

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  tenant.templateId = (await importTemplate(laurel.context(tenant), DESIGN)).id;
  await createMember(laurel, tenant, 'admin@grid.example', 'admin');
});

/** Opens the check of a table with these rows. */
async function open(rows: readonly string[], { language = 'en', templateId = tenant.templateId } = {}) {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'admin@grid.example');
  await page.context().addCookies([{ name: 'laurel.language', value: language, url: laurel.url }]);
  await page.goto(`/o/${tenant.organisationId}/batches/new?templateId=${templateId}`);
  const buffer = Buffer.from(['name;day;grade;note;email', ...rows].join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('grid').waitFor();
  return page;
}
const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const copy = (page: Page, text: string) =>
  page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
async function shoot(page: Page, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
const active = (page: Page) => page.locator(':focus').getAttribute('aria-label');

browserTest('cells are edited, moved through and undone by keyboard, as in a spreadsheet', async () => {
  const page = await open(['Ann;2026-03-14;A;;', 'Bob;2026-03-14;A;;', 'Eve;2026-03-14;A;;']);
  await page.getByText('3 rows: all ready.').waitFor();
  await (await cellOf(page, 'name', 2)).click();
  expect(await active(page)).toBe('name, row 2');
  await page.keyboard.type('Anna');
  await page.keyboard.press('ArrowDown');
  expect(await active(page)).toBe('name, row 3');
  await page.keyboard.type('x');
  await page.keyboard.press('Escape');
  expect(await textOfCell(page, 'name', 3)).toBe('Bob');
  await page.keyboard.press('F2');
  await page.keyboard.type('by');
  await page.keyboard.press('Tab');
  expect(await active(page)).toBe('day, row 3');
  // A date as people write it.
  await page.keyboard.type('15 March 2026');
  await page.keyboard.press('Shift+Tab');
  expect(await active(page)).toBe('name, row 3');
  expect([
    await textOfCell(page, 'name', 2),
    await textOfCell(page, 'name', 3),
    await textOfCell(page, 'day', 3),
  ]).toEqual(['Anna', 'Bobby', '2026-03-15']);
  await page.keyboard.press('Control+End');
  expect(await active(page)).toBe('E-mail address, row 4');
  await page.keyboard.press('Control+Home');
  expect(await active(page)).toBe('State, row 2');
  for (const _ of ['day', 'name, row 3', 'name, row 2']) await page.keyboard.press('Control+z');
  await expect
    .poll(async () => [await textOfCell(page, 'name', 2), await textOfCell(page, 'name', 3)])
    .toEqual(['Ann', 'Bob']);
  await page.keyboard.press('Control+y');
  await expect.poll(() => textOfCell(page, 'name', 2)).toBe('Anna');
  // Tab stays in the table; Esc before it leaves.
  await page.keyboard.press('Tab');
  expect(await active(page)).toBe('name, row 2');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.getByRole('grid').locator(':focus').count()).toBe(0);
  expect(page.faults).toEqual([]);
});

browserTest('blocks of cells are pasted, filled, copied and cut, with lines and quotes', async () => {
  const page = await open(['Ann;2026-03-14;A;;', 'Bob;2026-03-14;A;;', 'Eve;2026-03-14;A;;']);
  await (await cellOf(page, 'name', 2)).click();
  await copy(page, 'Zoë\t3 April 2026\r\n"Max ""Mo"" M."\t2026-04-04\r\nKim\t2026-04-05\r\nLost\t2026-04-06\r\n');
  await page.keyboard.press('Control+v');
  await page.getByText('Pasted 6 cells. 2 cells didn’t fit: the table has no more rows or columns.').waitFor();
  expect([await textOfCell(page, 'name', 2), await textOfCell(page, 'day', 2)]).toEqual(['Zoë', '2026-04-03']);
  expect(await textOfCell(page, 'name', 3)).toBe('Max "Mo" M.');
  // One copied cell fills a selection.
  await (await cellOf(page, 'note', 2)).click();
  await copy(page, '"Two\nlines"');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+v');
  await page.getByText('Pasted 3 cells.').waitFor();
  await expect.poll(async () => (await cellOf(page, 'note', 2)).textContent()).toBe('Two ↵ lines');
  await (await cellOf(page, 'name', 2)).click();
  await (await cellOf(page, 'note', 3)).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+c');
  await page.getByText('Copied 8 cells.').waitFor();
  expect(await copied(page)).toBe('Zoë\t2026-04-03\tA\t"Two\nlines"\r\nMax "Mo" M.\t2026-04-04\tA\t"Two\nlines"');
  await (await cellOf(page, 'grade', 4)).click();
  await page.keyboard.press('Control+x');
  await expect.poll(() => textOfCell(page, 'grade', 4)).toBe('');
  expect(await copied(page)).toBe('A');
  await page.keyboard.press('Control+z');
  await expect.poll(() => textOfCell(page, 'grade', 4)).toBe('A');
  await page.getByText('3 rows: all ready.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('problems are shown at their cells, found one by one, and announced with them', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `Person ${index}l;2026-03-14;A;;`);
  rows[40] = 'Per Son;14th of Nevermber;Z;;nobody';
  const page = await open(rows);
  await page.getByText('60 rows: 59 ready, 1 needs fixing.').waitFor();
  await page.getByText('All', { exact: true }).click();
  await page.getByRole('button', { name: 'Next problem' }).click();
  await page.locator('[aria-label="day, row 42"]:focus').waitFor();
  const field = page.getByLabel('day, row 42');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const note = page.locator(`#${await field.getAttribute('aria-describedby')}`);
  await expect.poll(() => note.textContent()).toBe('Enter a date, such as 2026-11-20.');
  await expect.poll(() => page.locator('[role=gridcell][aria-invalid]').count()).toBe(3);
  await expectAccessibleInBothSchemes(page);
  await shoot(page, 'problems');
  await page.keyboard.press('F8');
  expect(await active(page)).toBe('grade, row 42');
  // A choice is picked from its options.
  await page.keyboard.press('F2');
  await page.getByLabel('grade, row 42').selectOption('B');
  await page.keyboard.press('F8');
  await page.locator('[aria-label="E-mail address, row 42"]:focus').waitFor();
  await page.keyboard.press('Delete');
  await typeInCell(page, 'day', 42, '2026-03-14');
  await page.getByText('60 rows: all ready.').waitFor();
  await shoot(page, 'grid');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+PageDown');
  await page.getByRole('button', { name: 'Remove 20 rows' }).click();
  await page.getByText('40 rows: all ready.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('60 rows: all ready.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('the next problem is never a cell that was just corrected', async () => {
  const page = await open(['Ann;never;A;;', 'Bob;2026-03-14;A;;nobody', 'Eve;2026-03-14;Z;;']);
  await page.getByText('3 rows: 0 ready, 3 need fixing.').waitFor();
  // The corrected rows keep their remarks until their check answers.
  await page.route(/batches\.check/, (route) =>
    new Promise((done) => setTimeout(done, 5000)).then(() => route.continue()),
  );
  await page.getByRole('button', { name: 'Next problem' }).click();
  await page.locator('[aria-label="day, row 2"]:focus').waitFor();
  await page.keyboard.insertText('2026-03-15');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F8');
  await page.locator('[aria-label="E-mail address, row 3"]:focus').waitFor();
  await page.keyboard.insertText('bob@grid.example');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F8');
  await page.locator('[aria-label="grade, row 4"]:focus').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('twenty rows are in sight, the rest is scrolled to, and a phone scrolls only the table', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => `Person ${index}l;2026-03-14;A;;`);
  const page = await open(rows);
  await page.getByText('1,000 rows: all ready.').waitFor();
  const grid = page.getByRole('grid');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('1001');
  const box = await grid.boundingBox();
  const heads = await grid.getByRole('rowheader').all();
  const boxes = await Promise.all(heads.map((head) => head.boundingBox()));
  const visible = boxes.filter((one) => one && box && one.y >= box.y + 30 && one.y + one.height <= box.y + box.height);
  expect(visible.length).toBeGreaterThanOrEqual(20);
  expect(heads.length).toBeLessThan(60);
  await (await cellOf(page, 'name', 2)).click();
  await page.keyboard.press('Control+ArrowDown');
  await page.locator('[aria-label="name, row 1001"]:focus').waitFor();
  await page.setViewportSize({ width: 320, height: 740 });
  await expectAccessible(page);
  await shoot(page, 'phone');
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  expect(page.faults).toEqual([]);
});

browserTest.for(['en', 'ar'])('cells stand below their column in any script, on a page in %s', async (language) => {
  const page = await open(['ليلى حداد;2026-03-14;A;ملاحظة;', 'Ann Miller;2026-03-14;A;A note;'], { language });
  for (const [column, text] of [
    ['name', 'ليلى حداد'],
    ['name', 'Ann Miller'],
    ['note', 'ملاحظة'],
    ['note', 'A note'],
  ] as const) {
    const head = page.getByRole('grid').getByRole('columnheader', { name: column, exact: true });
    const index = await head.getAttribute('aria-colindex');
    const cells = page.locator(`[role=gridcell][aria-colindex="${index}"]`);
    const cell = cells.filter({ hasText: text });
    const box = async (of: Locator) =>
      ((one) => one && [Math.round(one.x), Math.round(one.width)])(await of.boundingBox());
    expect(await box(cell), text).toEqual(await box(head));
  }
  expect(await page.evaluate('document.documentElement.dir')).toBe(language === 'ar' ? 'rtl' : '');
  expect(page.faults).toEqual([]);
});

browserTest('rows with one address in any case are duplicates, to confirm before they are issued', async () => {
  const page = await open([
    'Ann;2026-03-14;A;;ann@grid.example',
    'Ann Lee;2026-03-14;A;;ANN@grid.example',
    'Bob;2026-03-14;A;;bob@grid.example',
  ]);
  for (const name of ['To confirm 1', 'Duplicates 1'])
    await page.getByRole('radio', { name, exact: true }).waitFor({ state: 'attached', timeout: 15_000 });
});

browserTest('a repeated row is checked again with the row that it repeats, and all rows after a refusal', async () => {
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, uniqueBy: 'recipientEmail' });
  const row = (name: string, address: string) => `${name};2026-03-14;A;;${address}@once.example`;
  const page = await open([row('Ann', 'ann'), row('Bob', 'bob'), row('Anna', 'Ann')], { templateId });
  const summary = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await summary('3 rows: 2 ready, 1 needs fixing, 1 possible duplicate.');
  await page.getByText('All', { exact: true }).click();
  await typeInCell(page, 'E-mail address', 2, 'eve@once.example');
  await summary('3 rows: all ready.');
  await typeInCell(page, 'E-mail address', 3, 'ann@once.example');
  await summary('3 rows: 2 ready, 1 needs fixing, 1 possible duplicate.');
  await (await cellOf(page, 'name', 3)).click();
  await page.getByRole('button', { name: 'Remove row 3' }).click();
  await summary('2 rows: all ready.');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('img', { name: 'Certificate of Anna' }).waitFor();
  const { status } = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId, variables: { name: 'Eve', day: '2026-03-14', grade: 'A' }, recipientEmail: 'eve@once.example' },
  });
  expect(status).toBe(201);
  await page.getByRole('button', { name: 'Issue 2 certificates' }).click();
  await page.getByText('Nothing was issued').waitFor();
  await page.getByText('One row needs fixing, and is left out.').waitFor();
  await page.getByRole('button', { name: 'Issue 1 certificate', exact: true }).click();
  await page.getByRole('link', { name: /zip/i }).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('shows the first certificates, the e-mail and the price before anything is issued', async () => {
  const page = await open([
    'Ann;2026-03-14;A;;ann@grid.example',
    'Bob;2026-03-14;A;;',
    'Eve;2026-03-14;;;eve@grid.example',
    'Kim;2026-03-14;A;;kim@grid.example',
    'Max;never;A;;max@grid.example',
  ]);
  await page.getByText('5 rows: 4 ready, 1 needs fixing.').waitFor();
  await page.getByRole('switch', { name: 'Send each certificate by e-mail' }).check();
  await page.getByRole('button', { name: 'Continue with the 4 that are ready' }).click();
  for (const name of ['Ann', 'Bob', 'Eve']) await page.getByRole('img', { name: `Certificate of ${name}` }).waitFor();
  await expect.poll(() => page.getByRole('img', { name: /Certificate of/ }).count()).toBe(3);
  const native = nativeClient(laurel, await sessionOf(laurel, tenant, 'viewer@grid.example', 'viewer'));
  const variables = { name: 'Eve', day: '2026-03-14', grade: '', note: '–' };
  const { image } = await native.templates.preview.query({ id: tenant.templateId, variables });
  const shown = page.getByRole('img', { name: 'Certificate of Eve' });
  expect((await shown.getAttribute('src')) === image, 'no sample in place of the empty grade').toBe(true);
  await page.getByText('To ann@grid.example, with the PDF attached.').waitFor();
  const mail = page.frameLocator('iframe[title="Preview of the e-mail"]');
  await mail.getByText('Ann').last().waitFor();
  await expect.poll(() => mail.locator('img[src^="data:image/png"]').count()).toBeGreaterThan(0);
  await page.getByText('One row has no e-mail address, and gets no e-mail.').waitFor();
  await page.getByText('One row needs fixing, and is left out.').waitFor();
  await page.getByText(/This costs 4 credits/).waitFor();
  await expectAccessible(page);
  await shoot(page, 'last-look');
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await page.getByText('Test sent to admin@grid.example.').waitFor();
  await page.getByRole('button', { name: 'Issue 4 and e-mail 3' }).click();
  await page.getByRole('link', { name: /zip/i }).waitFor();
  const { body } = await laurel.call('/certificates?sort=oldest', { key: tenant.key });
  const issued = (body.certificates as { recipientName: string; emailStatus: string }[]).slice(-4);
  expect(new Map(issued.map(({ recipientName, emailStatus }) => [recipientName, emailStatus !== 'NONE']))).toEqual(
    new Map([
      ['Ann', true],
      ['Bob', false],
      ['Eve', true],
      ['Kim', true],
    ]),
  );
  expect(page.faults).toEqual([]);
});

browserTest('rows that need fixing are downloaded, and give the same values when they are uploaded', async () => {
  const names = ['=SUM(A1)', '+49 30 1', '-Anna-', "'t Hooft", "O'Neil", '"Q" Two'];
  const notes = ['-5', '+49', '@home', '-1,5', '=1', '-'];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const page = await open(names.map((name, index) => `${quoted(name)};2026-03-14;Z;${quoted(notes[index] ?? '')};`));
  await page.getByText('6 rows: 0 ready, 6 need fixing.').waitFor();
  // A value that no column has.
  await page.getByRole('button', { name: '3. Columns' }).click();
  await page.getByLabel('Award date (today if empty)').selectOption('The same value in every row');
  await page.getByLabel('Award date (today if empty) in all rows').fill('2026-01-05');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('6 rows: 0 ready, 6 need fixing.').waitFor();
  await typeInCell(page, 'Award date', 3, '2026-01-06');
  const shown = async () => {
    const values: string[][] = [];
    for (let row = 2; row < 8; row += 1)
      values.push(await Promise.all(['name', 'note', 'Award date'].map((column) => textOfCell(page, column, row))));
    return values;
  };
  const before = await shown();
  expect(before).toEqual(names.map((name, index) => [name, notes[index], `2026-01-0${index === 1 ? 6 : 5}`]));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the 6 rows that need fixing' }).click(),
  ]);
  await page.getByRole('button', { name: '2. Data' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: await contentOf(download) });
  await page.getByText('6 rows: 0 ready, 6 need fixing.').waitFor();
  expect(await shown()).toEqual(before);
  expect(page.faults).toEqual([]);
});

test.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
  ['"quoted" text\t"open', [['"quoted" text', '"open']]],
  ['', [['']]],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['\t', [['', '']]],
])('reads copied cells as spreadsheets write them: %j', (text, block) => {
  expect(readBlock(text)).toEqual(block);
});

test('writes cells so that they are read again as they were', () => {
  const block = [
    ['a', 'two\nlines', '"q"'],
    ['', 'x\ty', "it's"],
  ];
  expect(readBlock(writeBlock(block))).toEqual(block);
});

test('fills whole multiples of a block, and counts what does not fit', () => {
  const size = { rows: 3, columns: 2 };
  const fill = placeBlock([['x']], { top: 0, left: 0, bottom: 1, right: 1 }, size);
  expect([fill.placed.length, fill.lost]).toEqual([4, 0]);
  const odd = placeBlock([['a'], ['b']], { top: 2, left: 1, bottom: 2, right: 1 }, size);
  expect(odd).toEqual({ placed: [{ row: 2, column: 1, text: 'a' }], lost: 1 });
});
