import { mkdirSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { changeAllowance } from '../../domain/imports/change-allowance.ts';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { pdfOf } from '../support/original-pdf.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@import.example', 'owner');
  await createMember(laurel, tenant, 'issuer@import.example', 'issuer');
});

const TABLE = `Surname;First name;E-mail address;Issued on;Code;PDF
Lovelace;Ada;Ada <ada@example.org>;03/05/2021;a-1;ada.pdf
Hopper;Grace;grace@example.org;02/11/2020;g-1;grace.pdf
`;

browserTest('a member imports a table with its PDFs, after the faults of its rows were shown', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@import.example');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  await page.getByRole('button', { name: 'From a table' }).click();
  await page.getByRole('menuitem', { name: 'Import certificates' }).click();
  await page.getByRole('heading', { name: 'Import certificates' }).waitFor();
  await page.getByLabel('Issued through').fill('Old Platform');
  const [chooseTable, choosePdfs] = await page.locator('input[type=file]').all();
  const file = (content: string) => ({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await chooseTable?.setInputFiles(file(TABLE));
  await choosePdfs?.setInputFiles([
    { name: 'ada.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Ada') },
    { name: 'grace.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Grace') },
  ]);
  await page.getByText(/^2 rows, \d columns/).waitFor();
  // Without its first column, a value has none.
  const name = page.getByLabel('Recipient’s name', { exact: true });
  await name.selectOption('None');
  expect(await name.inputValue()).toBe('-1');
  await name.selectOption('First name');
  await page.getByRole('button', { name: 'Add a column to Recipient’s name' }).click();
  await page.getByLabel('Recipient’s name, followed by').selectOption('Surname');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await page.getByText('2 rows need fixing. Nothing was imported.').waitFor();
  await expectAccessible(page);
  await shoot(page, 'faults');
  await page.getByLabel('Dates are written as').selectOption('dmy');
  // A change during the check discards its result, and one of a PDF after it.
  const answered = page.waitForResponse(/imports\.create/);
  await page.route(/imports\.create/, async (route) => {
    const response = await route.fetch();
    await page.getByLabel('Issued through').fill('Older Platform');
    await route.fulfill({ response });
  });
  const check = page.getByRole('button', { name: 'Check 2 rows' });
  await check.click();
  await answered;
  await page.locator('button:enabled', { hasText: 'Check 2 rows' }).waitFor();
  await page.unroute(/imports\.create/);
  await page.getByLabel('Issued through').fill('Old Platform');
  await check.click();
  await page.getByText('All 2 rows are ready').waitFor();
  await choosePdfs?.setInputFiles([
    { name: 'ada.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Ada Lovelace') },
    { name: 'grace.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Grace') },
  ]);
  await check.click();
  await page.getByText('All 2 rows are ready').waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
  await shoot(page, 'ready-320');
  await page.setViewportSize({ width: 1280, height: 900 });
  await shoot(page, 'ready');
  await page.getByRole('button', { name: 'Import 2 certificates' }).click();
  await page.getByText('2 certificates imported').waitFor();
  await page.getByRole('link', { name: 'View certificates' }).click();
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByText('Issued through').waitFor();
  await page.getByText('3 May 2021').waitFor();
  await page.getByRole('link', { name: 'Open the PDF' }).waitFor();
  expect(await page.getByRole('button', { name: 'Correct' }).count()).toBe(0);
  await expectAccessible(page);
  await shoot(page, 'imported');
  const { body } = await laurel.call('/certificates', { key: tenant.key });
  const rows = body.certificates.map(({ recipientName, awardedOn, legacyCode, imported }: Record<string, unknown>) => ({
    ...{ recipientName, awardedOn, legacyCode, issuer: (imported as { issuer: string }).issuer },
  }));
  expect(rows).toEqual([
    { recipientName: 'Grace Hopper', awardedOn: '2020-11-02', legacyCode: 'g-1', issuer: 'Old Platform' },
    { recipientName: 'Ada Lovelace', awardedOn: '2021-05-03', legacyCode: 'a-1', issuer: 'Old Platform' },
  ]);
  await page.goto(`${body.certificates[1].verificationUrl}`);
  await shoot(page, 'public');
});

browserTest('an import whose answer was lost is repeated with the same button, and imports nothing twice', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@import.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/import`);
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option').first().click();
  const [chooseTable] = await page.locator('input[type=file]').all();
  const row = Object.values(VARIABLES);
  const buffer = Buffer.from(
    [
      [...Object.keys(VARIABLES), 'awardedOn', 'number'],
      [...row, '2020-01-02', 'LOST-1'],
    ].join('\n'),
  );
  await chooseTable?.setInputFiles({ name: 'lost.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  const start = page.getByRole('button', { name: 'Import 1 certificate' });
  await start.waitFor();
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(/imports\.create/, lose, { times: 1 });
  await start.click();
  await page.getByRole('alert').filter({ hasText: 'The server didn’t respond' }).waitFor();
  expect(await page.getByText('Nothing was imported').count()).toBe(0);
  await start.click();
  await page.getByText('1 certificate imported').waitFor();
});

browserTest('an original PDF costs nothing, also without an allowance', async () => {
  const own = await laurel.tenant({ credits: 5 });
  await createMember(laurel, own, 'free@import.example', 'owner');
  const context = laurel.context(own);
  await context.em().transactional((em) => changeAllowance(em, context, () => ({ granted: 0 })));
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'free@import.example');
  await page.goto(`/o/${own.organisationId}/certificates/import`);
  await page.getByLabel('Issued through').waitFor();
  const [chooseTable, choosePdfs] = await page.locator('input[type=file]').all();
  const buffer = Buffer.from('Name,Issued on,PDF\nAda,2020-01-02,ada.pdf');
  await chooseTable?.setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer });
  const pdf = { name: 'ada.pdf', mimeType: 'application/pdf', buffer: await pdfOf('Ada at no cost') };
  await choosePdfs?.setInputFiles(pdf);
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  await page.getByText('This is free. 0 free imports are left afterwards.').waitFor();
  await page.getByRole('button', { name: 'Import 1 certificate' }).click();
  await page.getByText('1 certificate imported').waitFor();
  expect((await laurel.call('/credits', { key: own.key })).body.balance).toBe(5);
});

browserTest('the file that was chosen last counts, also if an earlier one is read later', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@import.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/import`);
  await page.getByLabel('Issued through').waitFor();
  const [chooseTable] = await page.locator('input[type=file]').all();
  const choose = (rows: number) =>
    chooseTable?.setInputFiles({
      name: `${rows}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`Name\n${'Ada\n'.repeat(rows)}`),
    });
  await page.evaluate(`{
    const read = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = async function () {
      if (this.name === '3.csv') await new Promise((resolve) => { window.release = resolve; });
      return read.call(this);
    };
  }`);
  await choose(3);
  await choose(2);
  await page.getByRole('button', { name: 'Check 2 rows' }).waitFor();
  await page.evaluate('window.release()');
  // The first file is read by the time that a further one is, which nothing takes.
  await page.evaluate(`(async () => {
    await new File(['Name'], 'other.csv').arrayBuffer();
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  })()`);
  await page.getByText(/^2 rows, 1 column/).waitFor();
  expect(await page.getByRole('button', { name: 'Check 3 rows' }).count()).toBe(0);
});

browserTest('a table that names a missing PDF, and a role that may not import, are explained', async () => {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@import.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/import`);
  await page.getByLabel('Issued through').waitFor();
  const [chooseTable] = await page.locator('input[type=file]').all();
  await chooseTable?.setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await page.getByText('The table names ada.pdf, which is not among the PDFs.').waitFor();
  const other = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(other, 'issuer@import.example');
  await other.goto(`/o/${tenant.organisationId}/certificates/import`);
  await other.getByText('Your role can’t import certificates').waitFor();
});
async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
