import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  await createMember(laurel, tenant, 'owner@expiry.example', 'owner');
});

async function open(path: string) {
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 } });
  await signIn(page, 'owner@expiry.example');
  await page.goto(`/o/${tenant.organisationId}${path}`);
  return page;
}

browserTest('an organisation chooses its time zone', async () => {
  const page = await open('/settings');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Auckland');
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const { body } = await laurel.call('/organisation', { key: tenant.key });
  expect(body.timeZone).toBe('Pacific/Auckland');
  await expectAccessible(page);
  expect(page.faults).toEqual([]);
});

browserTest('a template gets a validity, and a certificate its own dates', async () => {
  const body = { timeZone: 'Pacific/Auckland' };
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body });
  const page = await open(`/templates/${tenant.templateId}`);
  await page.getByRole('combobox', { name: 'Certificates expire' }).selectOption('months');
  await page.getByRole('textbox', { name: 'Months' }).fill('36');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2', { exact: true }).first().waitFor();
  await page.goto(`/o/${tenant.organisationId}/issue?templateId=${tenant.templateId}`);
  const name = page.getByRole('textbox', { name: 'name', exact: true });
  await name.fill('Ada');
  for (const field of ['course', 'distinction', 'date', 'director'])
    await page.getByRole('textbox', { name: field, exact: true }).fill('x');
  await page.getByLabel('Award date').fill('2025-03-31');
  await page.getByLabel('Valid until').fill('2020-01-01');
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByText('This date is in the past. Enter a later one.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Valid until').fill('');
  await page.getByRole('button', { name: 'Issue the certificate' }).click();
  await page.getByRole('link', { name: /open the pdf/i }).waitFor();
  const { certificates } = (await laurel.call('/certificates', { key: tenant.key })).body;
  expect(certificates[0]).toMatchObject({ awardedOn: '2025-03-31', expiresAt: '2028-03-31T11:00:00.000Z' });
  await page.goto(`/o/${tenant.organisationId}/certificates/${certificates[0].id}`);
  await page.getByText('Valid until').waitFor();
  await page.getByText(/^(31 Mar|Mar 31,) 2028$/).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('an issue of the day before yesterday is two days ago, even after fewer than 48 hours', async () => {
  const { createdAt } = await laurel.issue(tenant, { ...VARIABLES, name: 'Day Before' });
  const page = await openPage(laurel, { viewport: { width: 1280, height: 900 }, timezoneId: 'UTC' });
  await page.clock.setFixedTime(`${inDays(createdAt, 2)}T00:01:00Z`);
  await signIn(page, 'owner@expiry.example');
  await page.goto(`/o/${tenant.organisationId}/certificates`);
  const row = page.getByRole('row', { name: /Day Before/ });
  await row.getByText('2 days ago').waitFor();
  await page.clock.setFixedTime(`${inDays(createdAt, 1)}T23:59:00Z`);
  await page.reload();
  await row.getByText(/^(yesterday|23 hours ago)$/).waitFor();
  expect(page.faults).toEqual([]);
});

const inDays = (moment: string, days: number): string =>
  new Date(new Date(moment).getTime() + days * 86_400_000).toISOString().slice(0, 10);

browserTest('a series is created, chosen in a template, and numbers a certificate', async () => {
  const page = await open('/settings');
  await page.getByRole('button', { name: 'Create a series' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Licences');
  await page.getByRole('textbox', { name: 'Pattern' }).fill('{##}-{##}-{YYYY}');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Use one serial in braces').waitFor();
  await page.getByRole('textbox', { name: 'Pattern' }).fill('L-{YYYY}-{###}');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const year = new Date().getUTCFullYear();
  await page.getByText(new RegExp(`L-(${year}|${year + 1})-001`)).waitFor();
  await expectAccessible(page);
  await page.goto(`/o/${tenant.organisationId}/templates/${tenant.templateId}`);
  await page.getByRole('combobox', { name: 'Certificate numbers' }).selectOption('Licences');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const { number } = await laurel.issue(tenant);
  expect(number).toMatch(/^L-\d{4}-001$/);
  expect(page.faults).toEqual([]);
});
