import { mkdirSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { textOfCell } from '../support/grid.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@renewal.example', 'owner');
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
async function issue(more: object) {
  const { key, templateId } = tenant;
  const { body } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES, ...more } });
  return laurel.rendered(key, body.id);
}

const lastDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const read = async (id: string) => (await laurel.call(`/certificates/${id}`, { key: tenant.key })).body;

browserTest('a member sees what expires, renews one and a selection, and the list shrinks', async () => {
  const [one, two, three] = [
    await issue({ expiresAt: inDays(10), recipientEmail: 'ada@example.org' }),
    await issue({ expiresAt: inDays(40) }),
    await issue({ expiresAt: inDays(80) }),
  ];
  await issue({ expiresAt: inDays(400) });
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@renewal.example');
  await page.goto(`/o/${tenant.organisationId}`);
  const within = (days: number, count: number) =>
    page.getByRole('link', { name: `Certificates that expire within ${days} days: ${count}` });
  await within(90, 3).waitFor();
  await within(30, 1).waitFor();
  await expectAccessible(page);
  await shoot(page, 'expiring');
  await within(60, 2).click();
  await page.getByText('2 certificates').waitFor();
  const table = page.getByRole('table', { name: 'Certificates' });
  const lastDays = [10, 40].map(inDays).map((moment) => lastDay.format(new Date(moment)));
  await expectOrder(table, 'Valid until', 'ascending');
  const dates = await table.getByRole('cell', { name: /\d{4}/ }).allTextContents();
  expect(dates.filter((text) => lastDays.includes(text))).toEqual(lastDays);
  await expectAccessible(page);
  await shoot(page, 'expiring-list');
  await page.setViewportSize({ width: 390, height: 800 });
  await shoot(page, 'expiring-list-narrow');
  await page.setViewportSize({ width: 1280, height: 900 });
  await table.getByRole('button', { name: 'Sort by: Issued' }).click();
  await expectOrder(table, 'Issued', 'descending');
  await expectOrder(table, 'Valid until', 'none');
  await table.getByRole('button', { name: 'Sort by: Valid until' }).click();
  await expectOrder(table, 'Valid until', 'ascending');
  await page.getByLabel('Any expiry').click();
  await page.getByText('4 certificates').waitFor();
  // Nothing is left that hides expired or revoked ones.
  expect(new URL(page.url()).search).toBe('');
  expect(await table.getByText('Valid until').count()).toBe(0);
  await page.goto(`/o/${tenant.organisationId}/certificates/${one.id}`);
  await page.getByRole('button', { name: 'Renew', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Renew the certificate' });
  await form.getByLabel('Last valid day').fill('1990-01-01');
  await form.getByRole('button', { name: 'Renew', exact: true }).click();
  await form.getByText(/past/).waitFor();
  const address = form.getByLabel('Recipient’s e-mail address');
  await address.fill('');
  await form.getByRole('button', { name: 'Renew', exact: true }).click();
  await form.getByText('Enter another address. It can’t be removed.').waitFor();
  await address.fill('ada@example.org');
  await expectAccessible(page);
  await shoot(page, 'renew');
  await form.getByLabel('Last valid day').fill('2090-12-31');
  await form.getByRole('button', { name: 'Renew', exact: true }).click();
  await page.getByRole('link', { name: 'View the former certificate' }).click();
  await page.getByRole('link', { name: 'View the new certificate' }).waitFor();
  expect(await page.getByRole('button', { name: 'Renew', exact: true }).count()).toBe(0);
  await shoot(page, 'renewed');
  const { renewedBy } = await read(one.id);
  expect(await read(renewedBy)).toMatchObject({ renewalOf: one.id, expiresAt: '2091-01-01T00:00:00.000Z' });
  await page.goto(`/o/${tenant.organisationId}`);
  await within(90, 2).click();
  await page.getByText('2 certificates').waitFor();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Renew', exact: true }).click();
  const many = page.getByRole('dialog', { name: 'Renew 2 certificates?' });
  await expectAccessible(page);
  await shoot(page, 'renew-many');
  await many.getByRole('button', { name: 'Renew 2 certificates' }).click();
  await waitFor('both renewals', async () => {
    const rows = await Promise.all([two, three].map(({ id }) => read(id)));
    return rows.every((row) => row.renewedBy !== null);
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`/o/${tenant.organisationId}/certificates/${renewedBy}`);
  await page.getByRole('button', { name: 'Renew', exact: true }).click();
  await form.waitFor();
  await shoot(page, 'renew-narrow');
  expect(page.faults).toEqual([]);
});

browserTest('a renewal whose form was closed is reported on the page that was opened since', async () => {
  const { id } = await issue({ recipientEmail: 'ada@example.org' });
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@renewal.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/${id}`);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/certificates\.renew/, async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Renew', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Renew the certificate' });
  await form.getByRole('button', { name: 'Renew', exact: true }).click();
  await asked.promise;
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Batches' }).click();
  const title = page.getByRole('heading', { name: 'Batches', exact: true });
  await title.waitFor();
  answered.resolve();
  const toast = page.getByRole('alert').filter({ hasText: 'Certificate renewed.' });
  const view = toast.getByRole('button', { name: 'View the new certificate' });
  await view.waitFor();
  expect(await title.isVisible()).toBe(true);
  await expectAccessible(page);
  await shoot(page, 'renewed-elsewhere');
  await view.click();
  await page.getByRole('link', { name: 'View the former certificate' }).waitFor();
  expect(page.url()).toContain((await read(id)).renewedBy);
  expect(page.faults).toEqual([]);
});

browserTest('rows of a table that renews keep the values of empty cells and missing columns', async () => {
  const values = { ...VARIABLES, name: 'Zoë Kept', course: 'Logic' };
  const kept = await issue({ variables: values, recipientEmail: 'zoe@example.org', externalId: 'kept-1' });
  const changed = await issue({ variables: { ...values, name: 'Old Name' }, recipientEmail: 'old@example.org' });
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@renewal.example');
  await page.goto(`/o/${tenant.organisationId}/batches/new?templateId=${tenant.templateId}`);
  const rows = ['Renewal of,name,course,E-mail', 'kept-1,,,', `${changed.id},New Name,,new@example.org`, ',,Logic,'];
  await page.getByLabel('Or paste rows from a spreadsheet').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Use these rows' }).click();
  await page.getByText('3 rows: 2 ready, 1 needs fixing.').waitFor();
  await page.getByText('All', { exact: true }).click();
  const shown = (row: number) => Promise.all(['name', 'E-mail address'].map((column) => textOfCell(page, column, row)));
  expect(await Promise.all([shown(2), shown(3)])).toEqual([
    ['Zoë Kept', 'zoe@example.org'],
    ['New Name', 'new@example.org'],
  ]);
  await expectAccessible(page);
  await shoot(page, 'renew-table');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByText('Empty cells keep the values of the certificate that is renewed.').waitFor();
  await expectAccessible(page);
  await shoot(page, 'renew-table-columns');
  await page.setViewportSize({ width: 320, height: 700 });
  await shoot(page, 'renew-table-columns-narrow');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue with the 2 that are ready' }).click();
  await page.getByRole('button', { name: /^Issue 2/ }).click();
  await page.waitForURL(/\/batches\/[0-9a-f-]{36}$/);
  const renewed = async (id: string) => read((await read(id)).renewedBy);
  expect(await renewed(kept.id)).toMatchObject({ variables: values, recipientEmail: 'zoe@example.org' });
  expect(await renewed(changed.id)).toMatchObject({
    variables: { ...values, name: 'New Name' },
    recipientEmail: 'new@example.org',
  });
  expect(page.faults).toEqual([]);
});

/** Opens a new batch and pastes its table. */
async function paste(page: Page, rows: readonly string[]): Promise<void> {
  await page.getByLabel('Or paste rows from a spreadsheet').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Use these rows' }).click();
}

browserTest('a table without renewals can be issued after one with renewals', async () => {
  await issue({ externalId: 'replaced-1' });
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@renewal.example');
  await page.goto(`/o/${tenant.organisationId}/batches/new?templateId=${tenant.templateId}`);
  await paste(page, ['Renewal of,name,course,date', 'replaced-1,,,']);
  await page.getByText('1 row: all ready.').waitFor();
  await page.getByRole('button', { name: 'Data' }).click();
  await paste(page, [Object.keys(VARIABLES).join(), Object.values(VARIABLES).join()]);
  await page.getByText('1 row: all ready.').waitFor();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Issue 1 certificate' }).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('a later batch renews a certificate with the values that were corrected in between', async () => {
  const { id } = await issue({ variables: { ...VARIABLES, name: 'Ada Lovlace' }, externalId: 'corrected-1' });
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@renewal.example');
  await page.goto(`/o/${tenant.organisationId}/batches/new?templateId=${tenant.templateId}`);
  const rows = ['Renewal of,name,course,date', 'corrected-1,,,'];
  await paste(page, rows);
  await page.getByText('1 row: all ready.').waitFor();
  await page.getByRole('link', { name: 'Batches' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  const body = { variables: { name: 'Ada Lovelace' }, reason: 'Misspelt' };
  await laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body });
  await page.getByRole('link', { name: 'New batch' }).first().click();
  await page.getByRole('radio').first().click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await paste(page, rows);
  await page.getByText('1 row: all ready.').waitFor();
  await page.getByText('All', { exact: true }).click();
  await expect.poll(() => textOfCell(page, 'name', 2)).toBe('Ada Lovelace');
  expect(page.faults).toEqual([]);
});

browserTest('the form of one certificate does not stay open on the page of another', async () => {
  const { id } = await issue({ variables: { ...VARIABLES, name: 'Ada Former' } });
  const { body } = await laurel.call(`/certificates/${id}/renew`, { key: tenant.key, body: {} });
  await laurel.rendered(tenant.key, body.id);
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@renewal.example');
  await page.goto(`/o/${tenant.organisationId}/certificates/${body.id}`);
  await page.getByRole('link', { name: 'View the former certificate' }).click();
  await page.getByRole('link', { name: 'View the new certificate' }).click();
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Correct the certificate' });
  await form.getByRole('textbox', { name: 'name', exact: true }).fill('Typed for the new one');
  await page.goBack();
  await page.getByRole('link', { name: 'View the new certificate' }).waitFor();
  expect(await form.count()).toBe(0);
  expect(page.faults).toEqual([]);
});

browserTest('on a phone, a member sets reminders in a template, and turns on the digest', async () => {
  const page = await openPage(laurel, { viewport: { width: 320, height: 700 } });
  await signIn(page, 'owner@renewal.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${tenant.templateId}`);
  const reminders = page.getByRole('combobox', { name: 'Reminders before they expire' });
  await reminders.click();
  for (const days of ['60 days', '7 days', '1 day'])
    await page.getByRole('option', { name: days, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Add to the digest of members who want it').uncheck();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await expectNarrow(page);
  await shoot(page, 'reminders-narrow');
  await expectAccessible(page);
  await page.goto(`/o/${tenant.organisationId}/settings?tab=members`);
  const digest = page.getByLabel('E-mail me about certificates that expire soon');
  await page.route(/members\.chooseDigest/, (route) => route.fulfill({ status: 429, json: {} }), { times: 1 });
  await digest.click();
  await page.getByText('Something went wrong', { exact: true }).waitFor();
  await digest.click();
  await page.getByText('Digest turned on').waitFor();
  await expectNarrow(page);
  await expectAccessible(page);
  await shoot(page, 'digest-narrow');
  expect(page.faults).toEqual([]);
});

/** Expects that nothing is wider than a phone of 320 px. */
const expectNarrow = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);

/** Waits until the table announces the order of a column. */
const expectOrder = (table: Locator, column: string, order: 'ascending' | 'descending' | 'none') =>
  table.locator(`[role=columnheader][aria-sort=${order}]`, { hasText: column }).waitFor();

async function shoot(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  const directory = process.env.SCREENSHOTS;
  if (!directory) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
