import iconv from 'iconv-lite';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { importTemplate } from '../../domain/templates/import.ts';
import { browserTest, contentOf, expectAccessible, openPage, signIn, untilQuiet } from '../support/browser.ts';
import { cellOf, textOfCell, typeInCell } from '../support/grid.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';
import { rowOf, text, xlsxOf } from '../support/tables.ts';

const element = (content: string, y: number) => {
  return { type: 'text', x: 20, y, width: 400, height: 30, text: content, font: 'Inter', size: 14 };
};
const TYPED = {
  name: 'Asked',
  recipientNameVariable: 'name',
  page: { width: 500, height: 300 },
  variables: { day: { type: 'date' }, hours: { type: 'number' } },
  elements: [element('{{name}}', 20), element('{{day}}, {{hours}} h', 60)],
};

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  tenant.templateId = (await importTemplate(laurel.context(tenant), TYPED)).id;
  await createMember(laurel, tenant, 'admin@asked.example', 'admin');
});

async function open(): Promise<Page & { faults: string[] }> {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'admin@asked.example');
  await page.goto(`/o/${tenant.organisationId}/batches/new?templateId=${tenant.templateId}`);
  return page;
}
const upload = (page: Page, name: string, bytes: Uint8Array) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes) });

browserTest('asks for the spelling of names and the order of dates, and issues what the answers say', async () => {
  const page = await open();
  const table = 'Participants 2026\r\nName;Day;Hours\r\nZoë;03/04/2026;1.234,5\r\nAnn;05/06/2026;2\r\n';
  await upload(page, 'people.csv', iconv.encode(table, 'windows-1252'));
  const spelling = page.getByLabel('Which of these is spelled correctly?');
  await spelling.waitFor();
  await page.getByText('The column names are in row 2.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
  await expect
    .poll(() => spelling.locator('option').allTextContents())
    .toEqual(['Choose…', 'Zoë (windows-1252)', 'Zoė (windows-1257)']);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  await page.setViewportSize({ width: 1280, height: 900 });
  await spelling.selectOption('Zoë (windows-1252)');
  await page.getByText('Read as windows-1252.').waitFor();
  const order = page.getByLabel('How are dates written in “Day”?');
  await expect
    .poll(() => order.locator('option').allTextContents())
    .toEqual([
      'Choose…',
      'Day, month, year: 03/04/2026 is 3 April 2026',
      'Month, day, year: 03/04/2026 is 4 March 2026',
    ]);
  expect(await page.getByLabel('Decimal').count()).toBe(0);
  await order.selectOption({ label: 'Month, day, year: 03/04/2026 is 4 March 2026' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Columns' }).waitFor();
  // The answer can be changed where the columns are.
  await page.getByLabel('How are dates written in “Day”?').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('2 rows: all ready.').waitFor();
  // The header is in row 2 of the file.
  expect(await textOfCell(page, 'day', 3)).toBe('2026-04-03');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Issue 2 certificates' }).click();
  await page.getByRole('link', { name: /zip/i }).waitFor();
  const { body } = await laurel.call('/certificates?sort=oldest', { key: tenant.key });
  const issued = (body as { certificates: { variables: object }[] }).certificates.map(({ variables }) => variables);
  expect(issued).toEqual(
    expect.arrayContaining([
      { name: 'Zoë', day: '2026-04-03', hours: '1234.5' },
      { name: 'Ann', day: '2026-06-05', hours: '2' },
    ]),
  );
  expect(page.faults).toEqual([]);
});

browserTest('shows what was left out of a workbook, includes it by choice, and asks for the sheet', async () => {
  const page = await open();
  const sheet = (name: string) =>
    `<sheetData>${rowOf(text('name'), text('day'), text('hours'))}${rowOf(text(name), text('2026-03-14'), text('3'))}<row hidden="1">${text('Hidden')}</row></sheetData>`;
  await upload(page, 'people.xlsx', await xlsxOf({ sheets: { Spring: sheet('Ada'), Autumn: sheet('Bob') } }));
  const choice = page.getByLabel('Which sheet has the recipients?');
  await choice.selectOption('Autumn (3 rows)');
  await page.getByText('Sheet “Autumn” of 2.').waitFor();
  await page.getByText('1 hidden row is left out.').waitFor();
  await page.getByText(/^1 row, 3 columns/).waitFor();
  await page.getByLabel('Include hidden rows and columns').click();
  await page.getByText('1 hidden row is included.').waitFor();
  await page.getByText(/^2 rows, 3 columns/).waitFor();
  await expect.poll(() => choice.inputValue()).toBe('1');
  await choice.selectOption('Spring (3 rows)');
  await page.getByText('Sheet “Spring” of 2.').waitFor();
  await page.getByText('1 hidden row is included.').waitFor();
  await expectAccessible(page);
  expect(page.faults).toEqual([]);
});

browserTest('does not replace pasted rows by a workbook that is read again until later', async () => {
  const page = await open();
  const sheet = (name: string) =>
    `<sheetData>${rowOf(text('name'), text('day'), text('hours'))}${rowOf(text(name), text('2026-03-14'), text('3'))}</sheetData>`;
  await upload(page, 'people.xlsx', await xlsxOf({ sheets: { Spring: sheet('Ada'), Autumn: sheet('Bob') } }));
  const choice = page.getByLabel('Which sheet has the recipients?');
  await choice.selectOption('Autumn (2 rows)');
  await page.getByText('Sheet “Autumn” of 2.').waitFor();
  const next = page.getByRole('button', { name: 'Continue' });
  await expect.poll(() => next.isDisabled()).toBe(false);
  await page.evaluate(`(() => {
    const read = Blob.prototype.arrayBuffer;
    const held = new Promise((resolve) => { window.release = resolve; });
    Blob.prototype.arrayBuffer = async function () { await held; return read.call(this); };
  })()`);
  await choice.selectOption('Spring (2 rows)');
  await expect.poll(() => next.isDisabled()).toBe(true);
  await page.getByLabel('Or paste rows from a spreadsheet').fill('name\tday\thours\nCleo\t2026-03-14\t3');
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByText('1 row: all ready.').waitFor();
  await page.evaluate('window.release()');
  await next.click();
  await page.getByRole('button', { name: 'Issue 1 certificate' }).click();
  await page.getByRole('link', { name: /zip/i }).waitFor();
  const { body } = await laurel.call('/certificates?search=Cleo', { key: tenant.key });
  expect(body.certificates).toHaveLength(1);
  expect(page.faults).toEqual([]);
});

browserTest('says what a file is that holds no table', async () => {
  const page = await open();
  await upload(page, 'people.csv', new TextEncoder().encode('<html><table><tr><td>Ann</table>'));
  await page
    .getByRole('alert')
    .getByText(/It’s a web page, despite its name/)
    .waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('holds values that look wrong back until a person confirms or corrects them', async () => {
  const page = await open();
  const names = ['undefined undefined', 'ANN MILLER', 'bob stone', 'Eva Long', '#N/A', '{{name}}', 'd@b.example'];
  const lines = ['name;day;hours', ...names.map((name) => `${name};2026-03-14;3`)];
  await upload(page, 'people.csv', new TextEncoder().encode(lines.join('\n')));
  await page.getByText('6 values look wrong').waitFor();
  await page.getByText('7 rows: 1 ready, 6 to confirm.').waitFor();
  const issue = page.getByRole('button', { name: 'Continue' });
  await expect.poll(() => issue.isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Write 2 values like “Ann Miller”' }).click();
  await page.getByText('4 values look wrong').waitFor();
  expect(await textOfCell(page, 'name', 4)).toBe('Bob Stone');
  await page.getByLabel('These values are right').check();
  await page.getByText('7 rows: all ready.').waitFor();
  await expect.poll(() => issue.isEnabled()).toBe(true);
  // Another odd value asks again, about its row only. The filter still shows the six rows.
  await page.getByText('All', { exact: true }).click();
  await typeInCell(page, 'name', 5, 'null');
  await page.getByText('1 value looks wrong').waitFor();
  await expect.poll(() => page.getByLabel('This value is right').isChecked()).toBe(false);
  await page.getByText('7 rows: 6 ready, 1 to confirm.').waitFor();
  await expect.poll(() => issue.isDisabled()).toBe(true);
  // So does another value with the same fault as the confirmed one.
  await typeInCell(page, 'name', 6, '#REF!');
  await page.getByText('7 rows: 5 ready, 2 to confirm.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('finds the odd values among 1,000 rows, and confirms them row by row', async () => {
  const page = await open();
  const names = Array.from({ length: 1000 }, (_, index) => `Ann Miller ${'abcdefghij'[index % 10]}${index}`);
  Object.assign(names, { 300: 'ANNA LONG', 600: 'N/A', 900: 'Ann Miller a0' });
  const days = names.map((_, index) => (index === 700 ? '2926-03-14' : '2026-03-14'));
  const lines = ['name;day;hours', ...names.map((name, index) => `${name};${days[index]};3`)];
  await upload(page, 'people.csv', new TextEncoder().encode(lines.join('\n')));
  await page.getByText('1,000 rows: 996 ready, 4 to confirm, 1 possible duplicate.').waitFor();
  const grid = page.getByRole('grid');
  const shown = () => grid.getAttribute('aria-rowcount');
  await expect.poll(shown).toBe('5');
  await expect.poll(() => page.getByRole('radio', { name: 'To confirm 4' }).isChecked()).toBe(true);
  await expect.poll(() => grid.locator('[role=gridcell][data-warned]').count()).toBe(4);
  await expectAccessible(page);
  const next = page.getByRole('button', { name: 'Next problem' });
  await next.click();
  await page.locator('[aria-label="name, row 302"]:focus').waitFor();
  await page.getByText('This is in capitals only. “Anna Long” may be right.').last().waitFor();
  await page.getByRole('button', { name: 'Confirm row 302' }).click();
  await page.getByText('Confirmed 1 row.').waitFor();
  // The confirmed row stays in sight, and is not offered again.
  await expect.poll(shown).toBe('5');
  await page.getByText('3 values look wrong').waitFor();
  await page.keyboard.press('F8');
  await page.locator('[aria-label="name, row 602"]:focus').waitFor();
  await typeInCell(page, 'name', 602, 'Nora Almeida');
  await page.getByText('2 values look wrong').waitFor();
  await (await cellOf(page, 'name', 702)).click();
  await (await cellOf(page, 'name', 902)).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Confirm 2 rows' }).click();
  await page.getByText('1,000 rows: all ready, 1 possible duplicate.').waitFor();
  const go = page.getByRole('button', { name: 'Continue' });
  await expect.poll(() => go.isEnabled()).toBe(true);
  // The confirmations outlast a look at another step.
  await page.getByRole('button', { name: '3. Columns' }).click();
  await go.click();
  await page.getByText('1,000 rows: all ready, 1 possible duplicate.').waitFor();
  await page.getByLabel('These values are right').uncheck();
  await page.getByText('1,000 rows: 997 ready, 3 to confirm, 1 possible duplicate.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest(
  'first name and surname make one name, other columns are joined by choice, and the rest file keeps both',
  async () => {
    const page = await open();
    const names = ['Ann;Miller;2026-03-14;3;A', 'Bo;;2026-03-15;4;B', ';;2026-03-16;5;C'];
    const table = ['First name;Surname;Day;Hours;Group', ...names].join('\n');
    await upload(page, 'people.csv', new TextEncoder().encode(table));
    await page.getByText('3 rows: 2 ready, 1 needs fixing.').waitFor();
    const [rest] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the row that needs fixing' }).click(),
    ]);
    expect((await contentOf(rest)).toString().split('\n')[0]).toBe(
      '\uFEFF"First name","Surname","Day","Hours","Group","Reason"',
    );
    await page.getByRole('button', { name: '3. Columns' }).click();
    await page.getByText('For example: Ann Miller · Bo').waitFor();
    await page.getByText('Unused columns: Group.').waitFor();
    await page.getByRole('button', { name: 'Add a column to name' }).click();
    await page.locator('select:focus').selectOption('Column “Group”');
    await page.getByText('For example: Ann Miller A · Bo B · C').waitFor();
    await expectAccessible(page);
    await page.getByLabel('name, followed by').first().selectOption('None');
    await page.getByText('For example: Ann A · Bo B · C').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('3 rows: all ready.').waitFor();
    expect([await textOfCell(page, 'name', 2), await textOfCell(page, 'name', 4)]).toEqual(['Ann A', 'C']);
    expect(page.faults).toEqual([]);
  },
);

browserTest('a table is read without a connection, and a reader that could not be loaded asks to reload', async () => {
  const page = await open();
  const table = new TextEncoder().encode('name;day;hours\nAnn Miller;2026-03-14;3\n');
  await untilQuiet(page);
  await page.context().setOffline(true);
  await upload(page, 'people.csv', table);
  await page.getByText('The rows couldn’t be checked').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('1 row: all ready.').waitFor();
  await page.route(/\/read-table-/, (route) => route.abort());
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await upload(page, 'people.csv', table);
  await page.getByText('The connection was interrupted. Reload the page, then add the table again.').waitFor();
  await page.unroute(/\/read-table-/);
  await page.reload();
  await upload(page, 'people.csv', table);
  await page.getByText('1 row: all ready.').waitFor();
});

browserTest('a long paste is read at once, without being shown in the field', async () => {
  const page = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const notes = Array.from({ length: 27 }, (_, index) => `note ${index}`);
  const rows = Array.from({ length: 1000 }, (_, index) =>
    [`Ann Miller a${index}`, '2026-03-14', '3', ...notes].join('\t'),
  );
  const table = [['name', 'day', 'hours', ...notes].join('\t'), ...rows].join('\n');
  await page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(table)})`);
  await page.getByLabel('Or paste rows from a spreadsheet').press('Control+v');
  await page.getByText('1,000 rows: all ready.').waitFor();
  expect(page.faults).toEqual([]);
});
