import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, expectAccessibleInBothSchemes, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

async function signedIn(email: string) {
  const tenant = await laurel.tenant();
  await createMember(laurel, tenant, email, 'issuer');
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, email);
  return { tenant, page };
}

const createBatch = async ({ key, templateId }: Tenant, tags: string[]) => {
  const recipients = [
    { variables: VARIABLES, recipientEmail: 'ada@lists.example', externalId: 'crm-7', tags: ['Own'] },
  ];
  return (await laurel.call('/batches', { key, body: { templateId, recipients, tags } })).body.batchId as string;
};
const headersOf = (page: Page) => page.getByRole('columnheader').allTextContents();
const heightsOf = (page: Page) =>
  page.evaluate<number[]>(
    "[...document.querySelectorAll('tbody [role=row]')].map((row) => Math.round(row.getBoundingClientRect().height))",
  );
async function shoot(page: Page, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}

browserTest('rows of 40 px and chosen columns of each list stay after a reload', async () => {
  const { tenant, page } = await signedIn('view@lists.example');
  await createBatch(tenant, ['Spring', 'Zürich']);
  const cases = [
    { list: 'certificates', hidden: 'Template', shown: 'Your reference' },
    { list: 'batches', hidden: 'State', shown: null },
    { list: 'recipients', hidden: 'Latest', shown: null },
  ];
  for (const { list, hidden, shown } of cases) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/o/${tenant.organisationId}/${list}`);
    await page.locator('tbody [role=row]').first().waitFor();
    expect(Math.min(...(await heightsOf(page)))).toBeGreaterThan(40);
    // By keyboard alone.
    await page.getByRole('button', { name: 'View', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Comfortable' }).waitFor();
    await page.getByRole('radio', { name: 'Comfortable' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('checkbox', { name: hidden, exact: true }).press(' ');
    if (shown) await page.getByRole('checkbox', { name: shown, exact: true }).press(' ');
    await expectAccessibleInBothSchemes(page);
    await shoot(page, `${list}-menu`);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('tbody [role=row]').first().waitFor();
    await expect.poll(() => heightsOf(page)).toEqual([40]);
    const headers = (await headersOf(page)).map((text) => text.trim());
    expect(headers).not.toContain(hidden);
    if (shown) expect(headers).toContain(shown);
    await expectAccessibleInBothSchemes(page);
    await shoot(page, `${list}-compact`);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    await expectAccessible(page);
    await shoot(page, `${list}-320`);
  }
  expect(page.faults).toEqual([]);
});

browserTest('the view of a list is that of the person, also in a browser that others use', async () => {
  const { tenant, page } = await signedIn('first@lists.example');
  await createMember(laurel, tenant, 'second@lists.example', 'issuer');
  await createBatch(tenant, []);
  const address = `/o/${tenant.organisationId}/batches`;
  await page.goto(address);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('checkbox', { name: 'By', exact: true }).uncheck();
  await page.getByRole('columnheader', { name: 'By', exact: true }).waitFor({ state: 'detached' });
  await page.context().clearCookies();
  await signIn(page, 'second@lists.example');
  await page.goto(address);
  await page.getByRole('columnheader', { name: 'By', exact: true }).waitFor();
});

browserTest('recipients are listed to the last one', async () => {
  const { tenant, page } = await signedIn('all@lists.example');
  const recipients = Array.from({ length: 51 }, (_, index) => ({
    variables: { ...VARIABLES, name: `Person ${index}` },
    recipientEmail: `person${index}@lists.example`,
  }));
  await laurel.call('/batches', { key: tenant.key, body: { templateId: tenant.templateId, recipients } });
  await page.goto(`/o/${tenant.organisationId}/recipients`);
  const rows = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(51);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(52);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

browserTest('a view that another program has stored is ignored', async () => {
  const { tenant, page } = await signedIn('garbage@lists.example');
  await createBatch(tenant, ['Spring']);
  await page.goto(`/o/${tenant.organisationId}/batches`);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('checkbox', { name: 'State', exact: true }).click();
  for (const stored of ['{', '[]', 'null', '{"isCompact":1,"columns":{"state":"no"}}', '{"columns":7}']) {
    await page.evaluate<void>(
      `Object.keys(localStorage).filter((key) => key.startsWith('laurel-list-')).forEach((key) => localStorage.setItem(key, ${JSON.stringify(stored)}))`,
    );
    await page.reload();
    await page.locator('tbody [role=row]').first().waitFor();
    expect(await headersOf(page)).toContain('State');
  }
  expect(page.faults).toEqual([]);
});

browserTest('batches are sorted by their start, filtered by a tag, and tagged later', async () => {
  const { tenant, page } = await signedIn('batches@lists.example');
  const first = await createBatch(tenant, ['Spring']);
  const last = await createBatch(tenant, ['Zürich']);
  await page.goto(`/o/${tenant.organisationId}/batches`);
  const list = page.getByRole('table', { name: 'Batches' });
  const ids = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('tbody [role=row] a')].map((link) => link.href.split('/').at(-1))",
    );
  await list.waitFor();
  expect(await ids()).toEqual([last, first]);
  await page.getByRole('button', { name: 'Started, newest first' }).click();
  await expect.poll(ids).toEqual([first, last]);
  await page.getByRole('combobox', { name: 'Tag', exact: true }).fill('zur');
  await page.getByRole('option', { name: 'Zürich' }).click();
  await expect.poll(ids).toEqual([last]);
  expect(page.url()).toContain('sort=oldest');
  await list.getByRole('link').click();
  await page.getByRole('button', { name: 'Edit tags' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tags').fill('Late');
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tags saved.').waitFor();
  await shoot(page, 'batch-tags');
  const { body } = await laurel.call('/certificates?tag=late', { key: tenant.key });
  expect(body.certificates.map(({ batchId }: { batchId: string }) => batchId)).toEqual([last]);
  expect(page.faults).toEqual([]);
});

browserTest('lists open by a link with parameters that others added', async () => {
  const { tenant, page } = await signedIn('links@lists.example');
  await createBatch(tenant, ['Spring']);
  for (const list of ['certificates', 'batches']) {
    await page.goto(`/o/${tenant.organisationId}/${list}?lang=fr&utm_source=newsletter`);
    await page.locator('tbody [role=row]').first().waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr');
  }
  await page.goto(`/o/${tenant.organisationId}/certificates?utm_source=newsletter&tag=Winter`);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await page.locator('tbody [role=row]').first().waitFor();
  expect(await page.getByRole('button', { name: 'Effacer les filtres' }).count()).toBe(0);
  expect(page.faults).toEqual([]);
});

browserTest('a column of tags gives each certificate of a batch its own', async () => {
  const { tenant, page } = await signedIn('column@lists.example');
  const names = Object.keys(VARIABLES);
  const row = (name: string, tags: string) => [...Object.values({ ...VARIABLES, name }), `"${tags}"`].join('|');
  const table = [
    [...names, 'Schlagwörter'].join('|'),
    ...[row('Ada Lovelace', 'Spring; Zürich, spring'), row('Bo Berg', 'x'.repeat(51)), row('Cy Chan', '')],
  ];
  await page.goto(`/o/${tenant.organisationId}/batches/new?templateId=${tenant.templateId}`);
  const buffer = Buffer.from(table.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await page.getByText(/3 rows: 2 ready, 1 needs fixing/).waitFor();
  await page.getByRole('gridcell', { name: /Tags/ }).first().waitFor();
  await shoot(page, 'tags-column');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Issue 2 certificates' }).click();
  await expect
    .poll(async () => (await laurel.call('/certificates?sort=oldest', { key: tenant.key })).body.certificates)
    .toMatchObject([{ tags: ['Spring', 'Zürich'] }, { tags: [] }]);
  expect(page.faults).toEqual([]);
});
