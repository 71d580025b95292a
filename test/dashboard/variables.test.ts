import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { importTemplate } from '../../domain/templates/import.ts';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { cellOf } from '../support/grid.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';

const text = (content: string, y: number) => {
  return { type: 'text', x: 20, y, width: 400, height: 30, text: content, font: 'Inter', size: 14 };
};
const TYPED = {
  name: 'Typed',
  recipientNameVariable: 'name',
  page: { width: 500, height: 300 },
  language: 'de',
  variables: {
    name: { label: 'Full name' },
    day: { label: 'Completed on', type: 'date', required: true, description: 'The last day of the course.' },
    hours: { type: 'number', default: '40' },
    grade: { type: 'choice', options: ['A', 'B'] },
  },
  elements: [text('{{name}}', 20), text('{{day}}, {{hours}} h', 60), text('{{grade}}', 100)],
};

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  tenant.templateId = (await importTemplate(laurel.context(tenant), TYPED)).id;
  await createMember(laurel, tenant, 'admin@variables.example', 'admin');
});

async function open(path: string): Promise<Page & { faults: string[] }> {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@variables.example');
  await page.goto(`/o/${tenant.organisationId}${path}`);
  return page;
}

/** Returns the values of the newest certificate. */
const newest = async (): Promise<Record<string, string>> =>
  (await laurel.call('/certificates?limit=1', { key: tenant.key })).body.certificates[0].variables;

browserTest('the form has a labelled field for each type, with defaults filled in', async () => {
  const page = await open(`/issue?templateId=${tenant.templateId}`);
  await page.getByLabel('Full name').fill('Ada');
  const day = page.getByLabel('Completed on');
  await expect.poll(() => day.getAttribute('type')).toBe('date');
  await page.getByText('The last day of the course.').waitFor();
  await expect.poll(() => page.getByLabel('hours').inputValue()).toBe('40');
  await page.getByLabel('hours').fill('1 000');
  await page.getByLabel('grade').selectOption('B');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByText('Enter a value').waitFor();
  await day.fill('2026-03-05');
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByText(/^Enter a number without thousands/).waitFor();
  await page.getByLabel('hours').fill('1000');
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByRole('link', { name: /open the pdf/i }).waitFor();
  expect(await newest()).toEqual({ name: 'Ada', day: '2026-03-05', hours: '1000', grade: 'B' });
  await page.getByRole('link', { name: 'View the certificate' }).click();
  const facts = page.locator('dl');
  await facts.getByText('Completed on').waitFor();
  const [names, values] = [await facts.locator('dt').allTextContents(), await facts.locator('dd').allTextContents()];
  const shown = names.map((name, index) => [name, values[index]]);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['Full name', 'Ada'],
      ['Completed on', '5 Mar 2026'],
      ['hours', '1000'],
      ['grade', 'B'],
    ]),
  );
  expect(names.indexOf('Full name')).toBeLessThan(names.indexOf('Completed on'));
  expect(page.faults).toEqual([]);
});

browserTest(
  'a table can use labels as column names and omit defaults; a missing date is picked in a date field',
  async () => {
    const page = await open(`/batches/new?templateId=${tenant.templateId}`);
    await page.getByText('day (Completed on, dates like 2026-11-20, required)').waitFor();
    const table = 'Full name,Completed on,grade\nAda,2026-03-05,A\nGrace,,B';
    await page.getByLabel('Or paste rows from a spreadsheet').fill(table);
    await page.getByRole('button', { name: 'Use these rows' }).click();
    await page.getByText('2 rows: 1 ready, 1 needs fixing.').waitFor();
    await (await cellOf(page, 'Completed on', 3)).dblclick();
    await page.getByLabel('Completed on, row 3').fill('2026-02-28');
    await page.keyboard.press('Enter');
    await page.getByText('2 rows: all ready.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Issue 2 certificates' }).click();
    await page.getByRole('link', { name: /zip/i }).waitFor();
    expect(await newest()).toEqual({ name: 'Grace', day: '2026-02-28', hours: '40', grade: 'B' });
    expect(page.faults).toEqual([]);
  },
);

browserTest(
  'the designer defines a variable, sets the language by a variable, and shows an element on a condition',
  async () => {
    const page = await open(`/templates/${tenant.templateId}`);
    await page.getByLabel('Language', { exact: true }).selectOption('Set by a variable');
    await page.getByLabel('Default language').selectOption('French');
    await page.getByRole('group', { name: 'Page' }).getByRole('button', { name: /grade/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Show this element').selectOption('Only if a condition is met');
    await page.getByRole('combobox', { name: 'Variable', exact: true }).fill('award');
    await page.getByLabel('Condition', { exact: true }).selectOption('is one of');
    await page.getByLabel('Values', { exact: true }).fill('gold\nsilver');
    await page.getByText('Hidden on this page, where award is “award”.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try another value' }).click();
    await page.getByRole('button', { name: /^award/ }).click();
    const panel = page.getByRole('region', { name: /^award/ });
    await panel.getByLabel('Type').selectOption('Choice');
    await panel.getByLabel('Options').fill('gold\nsilver\nbronze');
    await panel.getByLabel('Default').fill('bronze');
    await panel.getByLabel('Label').fill('Award');
    await page.getByRole('button', { name: /^day/ }).click();
    await page.getByRole('region', { name: /^day/ }).getByLabel('Format').selectOption('full');
    await expectAccessible(page);
    // Built-in samples, including that of the language, are valid.
    await page.getByRole('tab', { name: 'Checks' }).click();
    await page.getByText('No problems found with the sample values.').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /publish/i })
      .click();
    await page
      .getByText(/version 2/i)
      .first()
      .waitFor();
    const { variables } = (await laurel.call(`/templates/${tenant.templateId}`, { key: tenant.key })).body;
    const of = (name: string) => variables.find((variable: { name: string }) => variable.name === name);
    expect(of('award')).toMatchObject({
      label: 'Award',
      type: 'choice',
      options: ['gold', 'silver', 'bronze'],
      default: 'bronze',
    });
    expect(of('day')).toMatchObject({ type: 'date', format: 'full', required: true });
    expect(of('language')).toMatchObject({ type: 'text', default: 'fr' });
    expect(page.faults).toEqual([]);
  },
);
